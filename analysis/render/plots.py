"""Pictures as SVG whose text stays text: small, sharp, in any script the reader has fonts for."""

from __future__ import annotations

import io
import logging
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

FONTS = (
    "Noto Sans",
    "Noto Sans CJK KR",
    "Noto Sans KR",
    "Apple SD Gothic Neo",
    "Malgun Gothic",
    "NanumGothic",
    "DejaVu Sans",
    "sans-serif",
)
# Okabe and Ito's colours, told apart by colour-blind readers and in grey print.
COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999")
INTERVAL = "#444444"


@contextmanager
def _canvas(rows: float) -> Iterator[tuple[Any, list[str]]]:
    """Yield axes to draw on and a list that holds the SVG afterwards; needs no display."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    # Fonts are chosen where the picture is read; here only their measures are guessed.
    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
    settings: Any = {
        "svg.fonttype": "none",
        "svg.hashsalt": "equitable",
        "font.family": list(FONTS),
        # An amount as in $2k is no formula.
        "text.parse_math": False,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    svg: list[str] = []
    with rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure = Figure(figsize=(7, rows), layout="constrained")
        FigureCanvasSVG(figure)
        yield figure.add_subplot(), svg
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    text = buffer.getvalue()
    svg.append(text[text.index("<svg") :])


def bars(
    groups: Sequence[str],
    series: Mapping[str, Sequence[float | None]],
    axis: str,
    intervals: Mapping[str, Sequence[tuple[float, float]]] | None = None,
    reference: Sequence[float] | None = None,
) -> str:
    """Return grouped bars as SVG.

    Parameters
    ----------
    groups : sequence of str
        Labels along the axis.
    series : mapping
        Name to one value a group; None leaves a gap.
    axis : str
        What is measured, with its unit.
    intervals : mapping, optional
        Series name to (low, high) of each group, drawn as whiskers.
    reference : sequence of float, optional
        A level to compare with, one a group, drawn as a short line.
    """
    with _canvas(3.2) as (axes, svg):
        width = 0.8 / max(1, len(series))
        for k, (name, values) in enumerate(series.items()):
            at = [g - 0.4 + width * (k + 0.5) for g in range(len(groups))]
            shown = [0.0 if value is None else value for value in values]
            axes.bar(at, shown, width, label=name, color=COLOURS[k % len(COLOURS)])
            for x, (low, high) in zip(at, (intervals or {}).get(name, ()), strict=False):
                axes.plot([x, x], [low, high], color=INTERVAL, linewidth=1.5)
        for g, level in enumerate(reference or ()):
            axes.plot([g - 0.45, g + 0.45], [level, level], color=INTERVAL, linestyle="--")
        axes.set_xticks(range(len(groups)), groups)
        axes.set_ylabel(axis)
        if len(series) > 1:
            axes.legend(frameon=False, ncols=min(4, len(series)), loc="upper center",
                        bbox_to_anchor=(0.5, -0.12))  # fmt: skip
    return svg[0]


def changes(labels: Sequence[str], values: Sequence[float], base: float, axis: str) -> str:
    """Return horizontal bars that start from a base value, as SVG: what each change does."""
    with _canvas(0.8 + 0.28 * len(labels)) as (axes, svg):
        places = range(len(labels))
        axes.barh(
            places,
            [value - base for value in values],
            left=base,
            color=[COLOURS[0] if value >= base else COLOURS[5] for value in values],
        )
        axes.axvline(base, color=INTERVAL, linewidth=1)
        axes.set_yticks(places, labels)
        axes.invert_yaxis()
        axes.set_xlabel(axis)
    return svg[0]
