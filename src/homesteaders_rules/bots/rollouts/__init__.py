"""Playing on as players would who look ahead: by what positions are worth, in whole numbers."""
