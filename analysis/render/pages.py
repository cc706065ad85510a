"""Reports as one offline HTML page, or as Markdown with pictures beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, select_autoescape

from analysis.render.catalogues import Translate

if TYPE_CHECKING:
    from analysis.report import Contents


def html(contents: Contents, lang: str, _: Translate) -> str:
    """Return a report as one page that needs nothing else: styles and pictures are inside."""
    environment = Environment(
        loader=PackageLoader("analysis.render"),
        autoescape=select_autoescape(["html"]),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("report.html").render(
        report=contents, lang=lang, commands=_("Commands to repeat this")
    )


def markdown(contents: Contents, _: Translate) -> dict[str, str]:
    """Return a report as Markdown and its pictures, by file name."""
    files = {f"{s.name}.svg": s.picture for s in contents.sections if s.picture}
    lines = [f"# {contents.title}", "", contents.lead]
    for section in contents.sections:
        lines += ["", f"## {section.question}", "", section.answer]
        if section.picture:
            lines += ["", f"![{section.question}]({section.name}.svg)"]
        if section.rows:
            lines += ["", _row(section.columns), _row(["---"] * len(section.columns))]
            lines += [_row(row) for row in section.rows]
    title = _("Commands to repeat this")
    commands = ["", f"## {title}", "", "```", *contents.commands, "```"]
    return {"report.md": "\n".join([*lines, *commands, ""]), **files}


def _row(cells: Iterable[object]) -> str:
    texts = [str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells]
    return "| " + " | ".join(texts) + " |"
