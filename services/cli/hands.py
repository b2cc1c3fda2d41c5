"""`pataca hand`: the hands that were played, as a list and as a story; what else is asked of one stands in the files beside."""

import typer

from services.cli.hand_asked import HandId, asking_hand, summary
from services.cli.hand_export import export
from services.cli.options import Currency, Data, GamingDay, Json, Player, Table, Wait
from services.cli.output import json_line, line
from services.cli.replay import audit, replay

app = typer.Typer(help="The hands that were played: a list, a story, a replay step by step, an audit, exports.", no_args_is_help=True)


@app.command("list")
def list_hands(
    gaming_day: GamingDay = None,
    table: Table = None,
    player: Player = None,
    currency: Currency = None,
    json: Json = False,
    wait: Wait = False,
    data: Data = None,
) -> None:
    """The hands in the order in which they began."""
    from projections.filters import Filters
    from projections.hands import Hands
    from services.cli.asking import asking, known_table

    filters = Filters(gaming_day=gaming_day, table=table, player=player, currency=currency)
    with asking(data, Hands, wait=wait) as (records, asked):
        known_table(records, table)
        hands, _position = asked.live(Hands)
        for row in hands.list(asked.connection, filters):
            json_line(row) if json else line(summary(row))


@app.command()
def show(hand: HandId, json: Json = False, wait: Wait = False, data: Data = None) -> None:
    """One hand as a story."""
    from services.hands import in_short

    with asking_hand(data, hand, wait) as (_records, _asked, found):
        told = [{"position": record.position, "text": text} for record, text in in_short(found)]
    if json:
        json_line({**found.row, "story": [sentence["text"] for sentence in told]})
        return
    line(summary(found.row))
    for sentence in told:
        line(f"{sentence['position']:>7}  {sentence['text']}")


app.command("replay")(replay)
app.command("audit")(audit)
app.command("export")(export)
