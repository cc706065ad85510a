"""How answers look: text on the terminal, pictures, pages, message catalogues."""
