"""The bots of Good Guys: numbers, titles, what they model, properties, parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bots.base import BotInfo, packed
from engine.play import Policy

RANDOM, GREEDY, FAIR, MAJORITY, GRUDGE, SKIMMER, ROBBER, HONEST, GUARDIAN, OPPORTUNIST = range(10)
EQUILIBRIUM, BARGAINER = 100, 101
PLAY_RESIDUAL = 1e-6


def _constant(*values: float) -> Callable[[Any], NDArray[np.float64]]:
    def parameters(rules: Any) -> NDArray[np.float64]:
        return np.array(values, np.float64)

    return parameters


def _info(
    kind: int,
    name: str,
    title_ko: str,
    models: tuple[str, str],
    properties: str = "",
    parameters: tuple[float, ...] = (),
) -> BotInfo:
    return BotInfo(
        name=name,
        game="good-guys",
        kind=kind,
        title={"en": name, "ko": title_ko},
        models={"en": models[0], "ko": models[1]},
        properties=tuple(properties.split()),
        parameters=_constant(*parameters),
    )


def _lifted(parts: int) -> Callable[[Any], NDArray[np.float64]]:
    """Return what makes the stored solution the parameters of the equilibrium policy."""

    def parameters(rules: Any) -> NDArray[np.float64]:
        from bots.good_guys.equilibrium import pack
        from models.good_guys.values import winning

        values = winning(rules.players)
        logit = np.array([values.qre_lambda, PLAY_RESIDUAL])
        return pack(logit, values.plan, values.packed, parts)

    return parameters


def _bargained(rules: Any) -> NDArray[np.float64]:
    """Return the chain of rounds with votes only, in money, as the bargainer's parameters."""
    from bots.good_guys.bargainer import pack
    from models.good_guys.rounds import chain_of

    return pack(*chain_of(rules))


def _lifted_info(name: str, title_ko: str, models: tuple[str, str], parts: int) -> BotInfo:
    return BotInfo(
        name=name,
        game="good-guys",
        kind=EQUILIBRIUM,
        title={"en": name, "ko": title_ko},
        models={"en": models[0], "ko": models[1]},
        properties=("silent",),
        parameters=_lifted(parts),
    )


BOTS = (
    _lifted_info(
        "equilibrium",
        "균형",
        (
            "logit equilibrium at lambda 1 per $1k of the win chance, solved at play time",
            "승리 확률의 로짓 균형(λ=1/$1k)을 두면서 푼다",
        ),
        3,
    ),
    _lifted_info(
        "equilibrium-offers",
        "균형 제안",
        ("offers as equilibrium does, votes as majority", "제안은 균형, 투표는 최소 과반"),
        1,
    ),
    _lifted_info(
        "equilibrium-votes",
        "균형 투표",
        ("votes as equilibrium does, offers as majority", "투표는 균형, 제안은 최소 과반"),
        2,
    ),
    BotInfo(
        name="bargainer",
        game="good-guys",
        kind=BARGAINER,
        title={"en": "bargainer", "ko": "흥정꾼"},
        models={
            "en": "the bargaining solution: money and votes only, accepts when indifferent",
            "ko": "돈과 찬반만 따지는 흥정의 균형, 같으면 찬성",
        },
        properties=("deterministic", "silent", "never-marks"),
        parameters=_bargained,
    ),
    _info(RANDOM, "random", "무작위", ("uniform over legal actions", "둘 수 있는 수를 고르게")),
    _info(
        GREEDY,
        "greedy",
        "욕심쟁이",
        ("keeps everything as boss; votes for an equal share or more", "보스면 전부 가진다"),
        "deterministic keeps-all silent never-marks",
    ),
    _info(
        FAIR,
        "fair",
        "공평한 사람",
        ("equal division, offered and demanded up to $2k", "똑같이 나누고 그만큼 요구한다"),
        "deterministic offers-equally silent never-marks",
        (2.0,),
    ),
    _info(
        MAJORITY,
        "majority",
        "최소 과반",
        ("buys the cheapest majority from the poorest", "가장 싼 과반을 산다"),
        "deterministic pays-majority silent never-marks",
        (1.0,),
    ),
    _info(
        GRUDGE,
        "grudge",
        "앙심",
        ("retaliates for robberies and NO votes; minds the leader", "당한 만큼 갚는다"),
        "deterministic pays-majority silent",
        (2.0, 1.0, 1.5),
    ),
    _info(
        SKIMMER,
        "skimmer",
        "슬쩍꾼",
        ("skims every round it is not boss", "보스가 아니면 늘 슬쩍"),
        "deterministic pays-majority silent never-marks always-skims",
        (),
    ),
    _info(
        ROBBER,
        "robber",
        "강도",
        ("robs the richest every round it is not boss", "보스가 아니면 늘 부자를 턴다"),
        "deterministic pays-majority silent no-bluff",
    ),
    _info(
        HONEST,
        "honest",
        "정직한 사람",
        ("votes by the equal share, as announced", "말한 대로 몫을 보고 투표한다"),
        "deterministic offers-equally honest-claims never-marks",
    ),
    _info(
        GUARDIAN,
        "guardian",
        "경호원",
        ("guards when marked and badly paid, else buys a majority", "위협받으면 방어한다"),
        "deterministic pays-majority silent never-marks",
        (1.0,),
    ),
    _info(
        OPPORTUNIST,
        "opportunist",
        "기회주의자",
        ("takes the office, a card or a robbery as the seat allows", "자리에 따라 챙긴다"),
        "deterministic pays-majority silent",
        (0.9,),
    ),
)


def single_step(info: BotInfo, rules: Any) -> Policy:
    """Return a compiled bot as a single-step policy."""
    from bots.good_guys.single_step import Compiled

    return Compiled(info.kind, info.parameters(rules))


def batch(infos: Sequence[BotInfo], rules: Any, seating: Any, seed: int, first_game: int) -> Any:
    """Play compiled bots; see :func:`engine.good_guys.batch.play_batch`."""
    from bots.good_guys.dispatch import dispatch
    from engine.good_guys.batch import Bots, play_batch

    bots = Bots(*packed(infos, rules))
    return play_batch(rules, dispatch, bots, seating, seed=seed, first_game=first_game)
