"""Reduced models of No Touch Kraken, one file a decision."""
