"""What a text defines: pieces, exchanges, the course of a game, scores, examples."""
