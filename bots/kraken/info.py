"""The bots of No Touch Kraken: numbers, titles, what they model, properties, parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bots.base import BotInfo, bot, packed
from engine.play import Policy

RANDOM, TRUTHFUL, HIDER, SUSPICIOUS, MIMIC, OVER_CLAIMER, ZERO_CLAIMER, RUSHER, STALLER = range(9)
BAYES, EQUILIBRIUM = 9, 10


def _nothing(rules: Any) -> NDArray[np.float64]:
    return np.zeros(0)


def _believing(rules: Any) -> NDArray[np.float64]:
    """Return (lambda, gamma) by number of players and the assumed mix of skeletons' claims."""
    from bots.kraken.bayes import MIX, weights_of

    return np.array([*weights_of(rules.players), *MIX, 0.0])


def _solved(rules: Any) -> NDArray[np.float64]:
    """Return the solved mixes of conventions; none, so that the fallback plays, if not stored."""
    from bots.kraken.equilibrium import pack
    from models.kraken.values import stored

    kept = stored("conventions", rules.players)
    return pack(kept["lifted"]["explorers"], kept["lifted"]["skeletons"]) if kept else pack([], [])


def _info(
    kind: int,
    name: str,
    title_ko: str,
    models: tuple[str, str],
    properties: str = "",
    parameters: Callable[[Any], NDArray[np.float64]] = _nothing,
) -> BotInfo:
    return BotInfo(
        name=name,
        game="kraken",
        kind=kind,
        title={"en": name, "ko": title_ko},
        models={"en": models[0], "ko": models[1]},
        properties=tuple(properties.split()),
        parameters=parameters,
    )


BOTS = (
    _info(
        EQUILIBRIUM,
        "equilibrium",
        "균형",
        (
            "each seat draws from its side's mix of conventions, solved against each other",
            "서로에 대해 푼 관례의 혼합에서 자리마다 하나를 뽑는다",
        ),
        "avoids-shown-kraken",
        _solved,
    ),
    _info(
        BAYES,
        "bayes",
        "베이즈 탐험가",
        (
            "truthful; explorer: picks by a posterior over role sets; skeleton: hunts the Kraken",
            "진실을 말한다; 탐험대: 역할 조합의 사후 확률로 고른다; 스켈레톤: 크라켄을 찾는다",
        ),
        "truthful-explorer truthful-skeleton avoids-shown-kraken",
        _believing,
    ),
    _info(RANDOM, "random", "무작위", ("uniform over legal actions", "둘 수 있는 수를 고르게")),
    _info(
        TRUTHFUL,
        "truthful",
        "정직한 사람",
        ("claims truthfully, trusts unrefuted claims", "진실을 말하고 반박되지 않은 주장을 믿는다"),
        "truthful-explorer truthful-skeleton avoids-shown-kraken",
    ),
    _info(
        HIDER,
        "hider",
        "크라켄을 숨기는 사람",
        ("claims treasures truthfully, never the Kraken", "보물은 진실로, 크라켄은 말하지 않는다"),
        "never-flags avoids-shown-kraken",
    ),
    _info(
        SUSPICIOUS,
        "suspicious",
        "의심 많은 사람",
        (
            "as truthful, but drops whoever was ever refuted",
            "한 번이라도 반박된 사람은 믿지 않는다",
        ),
        "truthful-explorer truthful-skeleton avoids-shown-kraken",
    ),
    _info(
        MIMIC,
        "mimic",
        "흉내쟁이",
        (
            "skeleton: claims truthfully, picks as explorers do until the Kraken is said; else "
            "truthful",
            "스켈레톤: 진실을 말하고 크라켄이 언급될 때까지 탐험대처럼 고른다",
        ),
        "truthful-explorer truthful-skeleton avoids-shown-kraken",
    ),
    _info(
        OVER_CLAIMER,
        "over-claimer",
        "부풀리는 사람",
        ("claims one treasure more than true, never the Kraken", "보물을 1개 더 주장한다"),
        "never-flags avoids-shown-kraken",
    ),
    _info(
        ZERO_CLAIMER,
        "zero-claimer",
        "빈손인 척하는 사람",
        ("claims an empty hand always", "언제나 보물이 없다고 한다"),
        "never-flags claims-nothing avoids-shown-kraken",
    ),
    _info(
        RUSHER,
        "rusher",
        "크라켄 사냥꾼",
        (
            "skeleton: many treasures claimed, picks where the Kraken is said to be; else truthful",
            "스켈레톤: 보물이 많다고 하고 크라켄이 있다는 곳을 고른다",
        ),
        "truthful-explorer avoids-shown-kraken",
    ),
    _info(
        STALLER,
        "staller",
        "시간 끄는 사람",
        (
            "skeleton: claims one treasure more, wastes actions on empty chests; else truthful",
            "스켈레톤: 보물 1개 더 주장하고 빈 상자로 액션을 낭비한다",
        ),
        "truthful-explorer avoids-shown-kraken",
    ),
)


def single_step(info: BotInfo, rules: Any) -> Policy:
    """Return a compiled bot as a single-step policy."""
    from bots.kraken.single_step import Compiled

    return Compiled(info.kind, info.parameters(rules))


def batch(infos: Sequence[BotInfo], rules: Any, seating: Any, seed: int, first_game: int) -> Any:
    """Play compiled bots; see :func:`engine.kraken.batch.play_batch`."""
    from bots.kraken.dispatch import dispatch
    from engine.kraken.batch import Bots, play_batch

    bots = Bots(*packed(infos, rules))
    return play_batch(rules, dispatch, bots, seating, seed=seed, first_game=first_game)


def play_roles(
    rules: Any,
    explorer: str,
    skeleton: str,
    games: int,
    *,
    seed: int = 0,
    first_game: int = 0,
    start: Any = None,
) -> Any:
    """Play games in which one bot plays every explorer and another every skeleton.

    Parameters
    ----------
    rules : KrakenRules
    explorer, skeleton : str
        Names of bots.
    games, seed, first_game : int
    start : STATE, optional
        Play on from here, as :func:`engine.kraken.setup.at_deal` returns it.

    Returns
    -------
    BatchResult
        See :class:`engine.kraken.batch.BatchResult`.
    """
    from bots.kraken.dispatch import dispatch
    from engine.kraken.batch import Bots, play_batch

    infos = [bot("kraken", name) for name in (explorer, skeleton)]
    seating = np.broadcast_to(np.arange(len(infos)), (1, rules.players, len(infos)))
    bots = Bots(*packed(infos, rules))
    return play_batch(
        rules, dispatch, bots, seating, seed=seed, first_game=first_game, start=start, games=games
    )
