"""What never ends to be worth while: exchanges that give goods for nothing, again and again."""
