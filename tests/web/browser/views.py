"""Views as the server makes them, written down: moments that a match reaches seldom, for looking at pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

View = dict[str, Any]

NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fabi", "Gil", "Hugo", "Inês", "João")
LONG_NAMES = (
    "Maximiliane Augustin",
    "Wilhelmina Donnersm.",
    "João Pedro Guimarães",
    "Marie-Antoinette Duc",
    "Wolfgang Wimmerswald",
    "Bartholomäus Quittke",
    "Guadalupe Hernández",
    "Anne-Sophie Lefèvre",
    "Oluwaseun Adebayo-Kl",
    "Christopher Longname",
)
COLOURS = ("red", "yellow", "green", "blue")


def heads_on(card: int) -> int:
    """Worked out anew here: the pages must not agree with the engine by being fed from it."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    return 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


def base(**more: Any) -> View:
    return {
        "number": 1,
        "language": "en",
        "mode": "kiosk",
        "match": None,
        "cue": cue("idle", "Lay cards to start."),
        "rule": "",
        "question": None,
        "objection": None,
        "repair": None,
        "paused": False,
        "troubles": [],
        "links": {},
    } | more


def cue(kind: str, *text: str, **more: Any) -> View:
    blank = {"rows": [], "seats": [], "card": "", "row": 0, "takes": False, "seat": "", "rule": ""}
    return {"kind": kind, "text": list(text)} | blank | more


def seats_of(names: Sequence[str], scores: Sequence[int] = (), **flags: Sequence[str]) -> list[View]:
    """`flags` name the seats that are `committed`, `waited`, `turn` or `winner`."""
    return [
        {"number": at, "name": name, "score": scores[at - 1] if scores else 0}
        | {flag: name in flags.get(flag, ()) for flag in ("committed", "waited", "turn", "winner")}
        for at, name in enumerate(names, 1)
    ]


def row(number: int, cards: Sequence[int], light: str = "off", **more: Any) -> View:
    named = [{"name": str(card), "heads": heads_on(card)} for card in cards]
    heads = sum(heads_on(card) for card in cards)
    return {"number": number, "cards": named, "heads": heads, "light": light, "capacity": 5, "blocked": False} | more


FOUR_ROWS = (row(1, (12, 15, 21, 26)), row(2, (37, 38)), row(3, (43, 44, 47, 50, 55)), row(4, (58, 61)))


def take_six(
    names: Sequence[str] = NAMES[:4],
    rows: Sequence[View] = FOUR_ROWS,
    queue: Sequence[tuple[str, int]] = (),
    placing: tuple[str, int, int, bool] | None = None,
    seats: Sequence[View] | None = None,
    rounds: Sequence[View] = (),
    **more: Any,
) -> View:
    now = None if placing is None else dict(zip(("seat", "card", "row", "takes"), placing, strict=True))
    if now is not None:
        now["card"] = str(now["card"])
    match: View = {
        "game": "take_six",
        "variant": "base",
        "title": "Take Six",
        "phase": "place",
        "line": 30,
        "round": 2,
        "turn": 4,
        "seats": list(seats if seats is not None else seats_of(names, tuple(range(3, 3 + 6 * len(names), 6)))),
        "rounds": list(rounds),
        "board": {
            "rows": list(rows),
            "placing": now,
            "waiting_cards": [{"seat": seat, "card": str(card), "heads": heads_on(card)} for seat, card in queue],
            "specials": None,
        },
        "last": None,
        "over": False,
        "winners": [],
    }
    board = more.pop("board", {})
    match["board"] |= board
    return match | more


def scored(names: Sequence[str], *rounds: Sequence[int]) -> list[View]:
    return [{"round": at, "scores": dict(zip(names, scores, strict=True))} for at, scores in enumerate(rounds, 1)]


def placing(names: Sequence[str] = NAMES[:4], language: str = "en") -> View:
    """A card is placed behind the nearest smaller one."""
    queue = [(name, 63 + 4 * at) for at, name in enumerate(names)]
    text = {"en": "{}: 63 to row 4.", "de": "{}: 63 in Reihe 4.", "pt": "{}: 63 na fileira 4."}[language]
    rule = {
        "en": "{}: 63 goes to row 4. 61 is the nearest below 63; 26, 38 and 55 are further away.",
        "de": "{}: 63 kommt in Reihe 4. 61 ist von unten am nächsten an 63; 26, 38 und 55 sind weiter weg.",
        "pt": "{}: a 63 vai para a fileira 4. 61 é a mais próxima abaixo de 63; 26, 38 e 55 estão mais longe.",
    }[language]
    rows = (*FOUR_ROWS[:3], row(4, (58, 61), "steady"))
    match = take_six(names, rows, queue, (names[0], 63, 4, False))
    for seat in match["seats"]:
        seat["committed"] = True
    said = cue("place", names[0], text.format(names[0]), card="63", row=4, seat=names[0])
    return base(language=language, match=match, cue=said, rule=rule.format(names[0]))


def taking(names: Sequence[str] = NAMES[:4]) -> View:
    """The sixth card of a row."""
    rows = (*FOUR_ROWS[:2], row(3, (43, 44, 47, 50, 55), "pulse"), FOUR_ROWS[3])
    match = take_six(names, rows, [(names[0], 56), (names[1], 77)], (names[0], 56, 3, True))
    said = cue("place", names[0], f"{names[0]} takes row 3 with 56.", card="56", row=3, takes=True, seat=names[0])
    rule = f"{names[0]}: 56 is the sixth card of row 3. {names[0]} takes 43, 44, 47, 50 and 55, 17 heads."
    return base(match=match, cue=said, rule=rule)


def choosing() -> View:
    rows = tuple(row(one["number"], [int(card["name"]) for card in one["cards"]], "chase") for one in FOUR_ROWS)
    match = take_six(rows=rows, queue=[("Bia", 4), ("Ana", 33), ("Davi", 70)])
    said = cue("choose", "Bia", "Bia, choose a row for 4.", "1: 5  2: 2  3: 17  4: 2", card="4", seat="Bia")
    return base(match=match, cue=said, rule="4 is lower than the end of every row, so Bia takes a row of her choice.")


def waiting(names: Sequence[str] = NAMES[:4], down: int = 2) -> View:
    seats = seats_of(names, tuple(range(len(names))), committed=names[:down], waited=names[down:], turn=names)
    match = take_six(names, seats=seats, phase="reveal")
    said = cue("wait", f"Waiting for {' and '.join(names[down : down + 2])}.")
    return base(match=match, cue=said, rule="Next: everybody commits a card and all reveal together.")


def five_rows() -> View:
    """The anniversary variant with all that may lie: a fifth row, a blocked one, and one of seven."""
    rows = (
        row(1, (3, 9, 17, 22, 31, 33), capacity=6), row(2, (41,), blocked=True), row(3, (52, 60, 66), "steady"),
        row(4, (70, 71, 72, 73, 74)), row(5, (90,)),
    )  # fmt: skip
    specials: View = {"lying": {"block": 1, "take_seven": 1}, "count": {"Ana": 2, "Bia": 1, "Caio": 3, "Davi": 0}}
    specials |= {"pending": None, "taker": None}
    match = take_six(
        rows=rows, queue=[("Caio", 67), ("Ana", 88)], placing=("Caio", 67, 3, False), variant="anniversary",
        board={"specials": specials},
    )  # fmt: skip
    return base(match=match, cue=cue("place", "Caio", "Caio: 67 to row 3."), rule="Caio: 67 goes to row 3.")


def question(crop: str | None = "/api/crops/3") -> View:
    text = "Is Ana's card 68 or 89?"
    choices = [{"value": "68", "label": "68"}, {"value": "89", "label": "89"}, {"value": "98", "label": "98"}]
    asked = {"number": 3, "reason": "unread", "text": text, "seats": ["Ana"], "choices": choices, "crop": crop}
    asked["others"] = [{"value": name, "label": name} for name in ("67", "69")]
    match = take_six(phase="reveal", seats=seats_of(NAMES[:4], (3, 9, 15, 21), committed=NAMES[:4], waited=("Ana",)))
    return base(match=match, cue=cue("ask", "Ana", text), question=asked, rule="Next: all reveal.")


def objection(crop: str | None = "/api/crops/2") -> View:
    text = "68 can't go to row 1: 61 at the end of row 4 is the nearest below it."
    wrong = {"number": 2, "rule": "row_smallest_difference", "text": text, "seat": "Ana", "card": "68"}
    wrong |= {"lies": "row/1", "belongs": "row/4", "crop": crop}
    rows = (row(1, (12, 15, 21, 26), "wrong"), *FOUR_ROWS[1:3], row(4, (58, 61), "steady"))
    match = take_six(rows=rows, queue=[("Ana", 68), ("Bia", 90)])
    return base(match=match, cue=cue("wrong", "Ana", text, card="68", seat="Ana"), objection=wrong)


def repair() -> View:
    view = objection()
    step = {"card": "68", "from": "row/1", "to": "row/4", "text": view["objection"]["text"]}
    return view | {"repair": {"steps": [step]}}


def paused() -> View:
    return placing() | {"paused": True, "cue": cue("wait", "Paused. Nothing is counted now.")}


def troubled() -> View:
    troubles = [{"part": "bar", "text": "Light bar fails"}, {"part": "display", "text": "Display fails"}]
    return placing() | {"troubles": troubles}


def blind() -> View:
    trouble = {"part": "camera", "text": "The camera is gone. Check its cable."}
    return placing() | {"troubles": [trouble], "cue": cue("fault", trouble["text"])}


def round_over(names: Sequence[str] = NAMES[:4]) -> View:
    rounds = scored(names, tuple(5 + 3 * at for at in range(len(names))), tuple(20 - at for at in range(len(names))))
    totals = tuple(25 + 2 * at for at in range(len(names)))
    match = take_six(names, (), phase="deal", round=3, turn=1, rounds=rounds, seats=seats_of(names, totals))
    return base(
        match=match,
        cue=cue("wait", "Open four rows with a card each.", "Ana 25  Bia 27"),
        rule="Next: the round is dealt and four cards open the rows.",
    )


def match_over(names: Sequence[str] = NAMES[:4]) -> View:
    view = round_over(names)
    view["match"] |= {"phase": "over", "over": True, "winners": [names[0]]}
    view["match"]["seats"][0]["winner"] = True
    return view | {"cue": cue("result", f"{names[0]} wins!"), "rule": ""}


def no_thanks(names: Sequence[str] = NAMES[:5]) -> View:
    taken = {name: [] for name in names} | {names[0]: ["5", "12", "13", "14", "30"], names[1]: ["26"]}  # type: ignore[var-annotated]
    if len(names) > 6:
        taken[names[6]] = ["3", "7", "9", "18", "19", "20", "24", "33"]
    board = {"active": "22", "chips": 7, "left": 11, "decides": names[2], "taken": taken, "gaps": []}
    board["points"] = {name: 47 if name == names[0] else 26 if name == names[1] else 0 for name in names}
    match = take_six(names) | {"game": "no_thanks", "variant": "base", "title": "No Thanks!", "phase": "decide"}
    match |= {
        "board": board,
        "turn": None,
        "seats": seats_of(names, (12, 30, 8, 41, 19, 55, 3)[: len(names)], waited=names[2:3]),
    }
    said = cue("wait", names[2], f"{names[2]}: 22, with 7 chips?", card="22", seat=names[2])
    return base(match=match, cue=said, rule=f"Next: {names[2]} passes or takes the card.")


def qwixx(names: Sequence[str] = NAMES[:4], call: int | None = 8) -> View:
    sheets = {
        name: {
            "red": [2, 4, 5, 7],
            "yellow": [3, 6],
            "green": [12, 10, 9, 8, 5, 2] if at == 0 else [11, 7],
            "blue": [] if at % 2 else [11, 10],
        }
        for at, name in enumerate(names)
    }
    locked = {name: ["green"] if name == names[0] else [] for name in names}
    failed = {name: at % 3 for at, name in enumerate(names)}
    board = {"display": [4, 9, 11, 6], "pile_top": 8, "pile": 20, "call": call, "active": names[0], "sheets": sheets}
    board |= {"failed": failed, "locked": locked, "hand_size": dict.fromkeys(names, 5), "marked": False}
    match = take_six(names) | {
        "game": "qwixx_cards",
        "variant": "base",
        "title": "Qwixx",
        "phase": "call" if call else "play",
    }
    match |= {
        "board": board,
        "round": None,
        "turn": None,
        "seats": seats_of(names, (42, 17, 23, 9, 31)[: len(names)], waited=names),
    }
    said = (
        cue("wait", names[0], "8: everybody may cross it.")
        if call
        else cue("wait", names[0], f"{names[0]} plays cards of one colour.")
    )
    return base(
        match=match, cue=said, rule="Next: the number on top of the pile is called, and every seat may cross it once."
    )


LINKS = {"links": {"Ana": "/seat/a", "Bia": "/seat/b"}}
MOMENTS: dict[str, Callable[[], View]] = {
    "placing": placing,
    "taking": taking,
    "choosing": choosing,
    "waiting": waiting,
    "five rows": five_rows,
    "question": question,
    "objection": objection,
    "repair": repair,
    "paused": paused,
    "troubled": troubled,
    "blind": blind,
    "round over": round_over,
    "match over": match_over,
    "no thanks": no_thanks,
    "qwixx": qwixx,
    "welcome": lambda: base(**LINKS),
    "ten seats waiting": lambda: waiting(LONG_NAMES, 6),
    "ten seats placing": lambda: placing(LONG_NAMES),
    "ten seats, round over": lambda: round_over(LONG_NAMES),
    "ten seats, match over": lambda: match_over(LONG_NAMES),
    "seven at no thanks": lambda: no_thanks(LONG_NAMES[:7]),
    "five at qwixx": lambda: qwixx(LONG_NAMES[:5]),
    "two at qwixx": lambda: qwixx(NAMES[:2], None),
}
"""Moments by their names, each as a function that makes its view."""


def you(seat: str, **more: Any) -> View:
    """What a phone is shown beside the table."""
    return {"seat": seat, "name": seat, "questions": [], "may": [], "hand": {}, "sheet": None} | more


def must_choose() -> tuple[View, View]:
    """A card too low for every row, and special cards in hand."""
    view = choosing()
    view["match"]["variant"] = "anniversary"
    may: list[View] = [
        {
            "kind": "choose",
            "row": one["number"],
            "cost": one["heads"],
            "cards": one["cards"],
            "chosen": False,
            "text": "",
        }
        for one in FOUR_ROWS
    ]
    may.append({"kind": "special", "count": 2})
    return view, you("Bia", may=may, hand={"cards": [], "specials": {"known": [], "count": 2}})


def must_decide() -> tuple[View, View]:
    may = [{"kind": "pass", "allowed": True, "why": ""}, {"kind": "take", "allowed": True, "why": "", "text": ""}]
    return no_thanks(), you("Caio", may=may, hand={"chips": 4})


def without_chips() -> tuple[View, View]:
    why = "Caio has no chip left to pass with, and must take the card."
    may = [{"kind": "pass", "allowed": False, "why": why}, {"kind": "take", "allowed": True, "why": "", "text": ""}]
    return no_thanks(), you("Caio", may=may, hand={"chips": 0})


PASSED = "Ana can't cross 8 in green: that number or one further right is crossed already."


def sheet_of(crossed: dict[str, Sequence[int]]) -> View:
    rows = {}
    for colour in COLOURS:
        numbers = range(2, 13) if colour in ("red", "yellow") else range(12, 1, -1)
        marks = [number in crossed.get(colour, ()) for number in numbers]
        last = max((at for at, mark in enumerate(marks) if mark), default=-1)
        cells = [
            {
                "number": number,
                "state": "crossed" if mark else "closed" if at < last else "open",
                "legal": not mark and at > last,
                "why": PASSED if not mark and at < last else "",
            }
            for at, (number, mark) in enumerate(zip(numbers, marks, strict=True))
        ]
        rows[colour] = {"cells": cells, "locked": False}
    return {"rows": rows, "failed": 1, "points": 42}


SHEET = sheet_of({"red": (2, 4, 5, 7), "yellow": (3, 6), "green": (12, 10, 9, 7), "blue": (11,)})


def called() -> tuple[View, View]:
    may = [
        {
            "kind": "mark",
            "colour": colour,
            "number": 8,
            "allowed": colour != "green",
            "why": PASSED if colour == "green" else "",
            "chosen": False,
        }
        for colour in COLOURS
    ]
    may.append({"kind": "mark", "colour": "", "number": 8, "allowed": True, "chosen": False})
    return qwixx(), you("Ana", may=may, sheet=SHEET, hand={"size": 5, "known": []})


def plays() -> tuple[View, View]:
    numbers = {
        colour: [cell["number"] for cell in row["cells"] if cell["legal"]] for colour, row in SHEET["rows"].items()
    }
    may = [{"kind": "play", "allowed": True, "why": "", "numbers": numbers, "jokers": True}]
    return qwixx(call=None), you("Ana", may=may, sheet=SHEET, hand={"size": 5, "known": []})


def asked() -> tuple[View, View]:
    view = question(None)
    return view, you("Ana", questions=[view["question"]], hand={"cards": []})


PHONES: dict[str, Callable[[], tuple[View, View]]] = {
    "must choose": must_choose,
    "must decide": must_decide,
    "without chips": without_chips,
    "called": called,
    "plays": plays,
    "asked": asked,
    "nobody there": lambda: (
        base(),
        {"seat": None, "name": None, "questions": [], "may": [], "hand": {}, "sheet": None},
    ),
}
"""What phones show, by names: the view of the table, and what is added for that seat."""
