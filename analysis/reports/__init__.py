"""What a report says about each game: questions, answers, pictures and tables."""
