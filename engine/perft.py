"""Perft: the number of ways a game can go on, by depth; the count that proves a move generator."""

from __future__ import annotations

from engine.api import CHANCE, TERMINAL, Game, Position


def next_positions(game: Game, position: Position) -> list[Position]:
    """Return the positions after every legal action or possible chance outcome."""
    actor = game.actor(position)
    if actor == TERMINAL:
        return []
    if actor == CHANCE:
        return [game.apply(position, k) for k, _ in game.chance_outcomes(position)]
    return [game.apply(position, int(action)) for action in game.legal_actions(position)]


def perft(game: Game, position: Position, depth: int) -> int:
    """Return the number of sequences of exactly ``depth`` actions and chance outcomes."""
    if depth == 0:
        return 1
    # Equal states have equal futures, and hidden choices in another order meet again.
    counts = {position.record.tobytes(): (position, 1)}
    for _ in range(depth):
        reached: dict[bytes, tuple[Position, int]] = {}
        for before, ways in counts.values():
            for after in next_positions(game, before):
                key = after.record.tobytes()
                reached[key] = (after, reached.get(key, (after, 0))[1] + ways)
        counts = reached
    return sum(ways for _, ways in counts.values())
