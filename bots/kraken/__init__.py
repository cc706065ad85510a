"""Bots of No Touch Kraken: baselines by rule, and explorers who keep a belief."""
