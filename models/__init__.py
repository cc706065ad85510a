"""Reduced extensive-form models of single decisions, one file a decision."""
