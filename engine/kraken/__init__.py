"""No Touch Kraken: complete rules with curse and special cards; see docs/rules/kraken.md."""
