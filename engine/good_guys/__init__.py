"""Good Guys: complete rules, batch play and notation."""
