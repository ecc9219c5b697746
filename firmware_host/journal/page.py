"""The page of a dispute: what happened, by rule, with the photographs beside it. HTML and CSS alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from firmware_host.journal.entries import Entry, Head, Kind
from firmware_host.journal.naming import tell_facts, tell_reading, when
from firmware_host.journal.telling import Told, tell_why
from firmware_host.words import Words

STYLE = """
body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1b1b1b; background: #fff;
       font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } ol { list-style: none; padding: 0; }
ol > li { display: grid; grid-template-columns: 5rem 1fr 1fr; gap: 0 1rem;
          padding: .5rem 0; border-top: 1px solid #ddd; }
ol > li > p { margin: 0; } time { color: #555; font-variant-numeric: tabular-nums; }
.objection, .question { background: #fff3d6; } .aside { color: #555; }
figure { margin: 0 0 1rem; grid-column: 3; } figure img { max-width: 100%; height: auto; border: 1px solid #999; }
figcaption, figcaption ul { font-size: .85rem; margin: 0; padding: 0; list-style: none; }
code { overflow-wrap: anywhere; font-size: .85rem; }
@media (max-width: 45rem) { ol > li { grid-template-columns: 1fr; } figure { grid-column: 1; } }
@media print { figure { break-inside: avoid; } }
"""

ASIDE = (Kind.STARTED, Kind.RESTARTED, Kind.STOPPED, Kind.HELD, Kind.RELEASED, Kind.DELETED, Kind.SEALED)


def dispute_page(words: Words, told: Sequence[Told], pictures: Mapping[int, str], head: Head) -> str:
    """The page; `pictures` are the files of the photographs that are still there, by their entries."""
    match = told[0].entry.match
    title = words.say("journal.page_title", match=match)
    newest = words.say("journal.page_head", seq=head.seq)
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{words.language}">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>",
        f"<body><h1>{escape(title)}</h1>",
        _paragraph(when(told[0].entry.at)),
        _paragraph(words.say("journal.page_intro")),
        "<ol>",
        *_moments(words, told, pictures),
        "</ol>",
        _paragraph(words.say("journal.page_check")),
        f"<p>{escape(newest)} <code>{head.hash}</code></p>",
        "</body></html>",
    ]
    return "\n".join(lines) + "\n"


def _moments(words: Words, told: Sequence[Told], pictures: Mapping[int, str]) -> Iterable[str]:
    """Every entry, each with the photographs of it."""
    numbers = {one.entry.seq for one in told}
    beside: dict[int, list[Entry]] = {}
    for one in told:
        if one.entry.kind == Kind.PHOTOGRAPH:
            of = one.entry.body.get("of")
            beside.setdefault(of if isinstance(of, int) and of in numbers else one.entry.seq, []).append(one.entry)
    for one in told:
        entry = one.entry
        photographs = beside.get(entry.seq, [])
        if entry.kind == Kind.PHOTOGRAPH and entry not in photographs:
            continue
        style = "aside" if entry.kind in ASIDE else entry.kind
        time = escape(entry.at.wall[11:19])
        yield f'<li class="{escape(style)}" id="e{entry.seq}"><time>{time}</time>{_paragraph(one.text)}'
        for photograph in photographs:
            yield _figure(words, photograph, pictures.get(photograph.seq))
        yield "</li>"


def _figure(words: Words, entry: Entry, picture: str | None) -> str:
    why = tell_why(words, entry.body)
    facts = entry.body.get("facts")
    lines = [*tell_reading(words, facts), *tell_facts(words, facts)]
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    image = f'<img src="{escape(picture)}" alt="{escape(why)}">' if picture else _paragraph(words.say("journal.gone"))
    digest = escape(str(entry.body.get("sha256")))
    return (
        f"<figure>{image}<figcaption>{escape(why)}<ul>{items}</ul><code>SHA-256 {digest}</code></figcaption></figure>"
    )


def _paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"
