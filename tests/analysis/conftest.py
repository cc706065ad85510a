"""A made-up solution, so that rendering can be tested without solving."""

from __future__ import annotations

from typing import Any

import pytest

from models.base import Assumption, Certificate, Solution

OFFER = [
    {"seat": 0, "cards": [5, 4, 4, 3, 2]},
    {"seat": 1, "cards": []},
    {"seat": 2, "cards": []},
    {"seat": 3, "cards": []},
    {"seat": 4, "cards": [3, 2]},
]
KEEP = [{"seat": 0, "cards": [5, 4, 4, 3, 3, 2, 2]}] + [
    {"seat": seat, "cards": []} for seat in range(1, 5)
]


@pytest.fixture
def solution() -> Solution:
    votes = [
        {"seat": s, "yes": 0.5, "no": 0.25, "skim": 0.125, "rob": 0.125, "guard": 0.0}
        for s in range(5)
    ]
    row: dict[str, Any] = {"offer": KEEP, "pass_probability": 0.25, "value": 0.19}
    return Solution(
        question="Which offer should the boss make?",
        decision="boss-offer",
        model="good_guys.boss_offer",
        utility="win",
        unit="probability",
        assumptions=(Assumption("public", "stashes are public", "approximation", "small"),),
        recommendation={
            "type": "boss-offer",
            "loot": [5, 4, 4, 3, 3, 2, 2],
            "offer": OFFER,
            "pass_probability": 0.5,
            "tie_probability": 0.25,
            "boss_value": 0.2125,
            "votes": votes,
        },
        alternatives=(row,),
        strategies={},
        values={str(seat): 0.2 for seat in range(5)},
        certificate=Certificate(
            method="logit branch",
            selection="principal branch at lambda 1 per $1k",
            residual=1e-12,
            epsilon=0.01,
            nash_conv=0.04,
            payoff_range=(0.0, 0.5),
            range={str(seat): (0.1, 0.3) for seat in range(5)},
        ),
        sensitivity=(
            {
                "parameter": "qre_lambda",
                "value": "2",
                "offer": OFFER,
                "boss_value": 0.25,
                "pass_probability": 0.6,
            },
            {
                "parameter": "utility",
                "value": "money",
                "offer": KEEP,
                "boss_value": 31.5,
                "pass_probability": 0.75,
                "unit": "$k",
            },
        ),
        details={
            "dealt": True,
            "seed": 7,
            "seats": [
                {
                    "seat": 1,
                    "reason_key": "becomes boss after a NO, which is worth {gain} more",
                    "reason_args": {"gain": "$2.5k"},
                }
            ],
            "prices": [
                {"seat": 1, "price": None, "pass_probability": None},
                {"seat": 4, "price": 4.0, "pass_probability": 0.5},
            ],
            "naive": [{"name": "keep all", "loss": 0.0225, **row}],
        },
    )
