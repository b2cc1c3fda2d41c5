"""Random evenings for the books: two games' worth of tables, wallets and a cage, every fact as a store would hold it.

What is played is not always good poker, but chips and money move as they may.
"""

from random import Random

from domain import gaming_day, permits, wallet
from domain.cage import events as cage
from domain.holdem import events as holdem
from domain.money import split_even, split_in_proportion
from tests.projections.ledger.house import House, Table
from tests.projections.ledger.house import cage as cage_of
from tests.projections.ledger.house import day as day_of
from tests.projections.ledger.house import wallet as wallet_of
from tests.projections.ledger.play_close import Night

DAYS = ("2026-11-29", "2026-11-30", "2026-12-01")
PLAYERS = tuple(f"P-{number}" for number in range(1201, 1208))


def evening(seed: int, hands: int = 12, days: int = 2) -> House:
    """A house over some gaming days: three tables in two currencies, wallets, a cage with fills, credits and a voided slip,
    counts with errors at the end of each day."""
    random = Random(seed)
    house = House()
    tables = [Table(house, "PK-07", "HKD"), Table(house, "PK-08", "MOP"), Table(house, "MAIN", "HKD", "CARDROOM-TDA")]
    wallets: dict[tuple[str, str], int] = {}
    for day in DAYS[:days]:
        house.gaming_day = day
        morning(house, random, wallets, day)
        for table in tables:
            slip = {"slip": f"OPEN-{table.code}-{day}", "table": table.code, "amount": 900_000, "currency": table.currency}
            house.record((cage_of(day=day), cage.FillSent(**slip)), (cage_of(day=day), cage.FillReceived(**slip)))
        for table in tables:
            table.hand = 0
            table.open(unit=random.choice((1, 5)))
        for _ in range(hands):
            between_hands(house, random.choice(tables), random, wallets)
            table = random.choice(tables)
            if sum(stack > 0 for stack in table.stacks.values()) >= 2:
                play_hand(table, random)
        for table in tables:
            table.close()
        Night(house, random).end(wallets)
    return house


def play_hand(table: Table, random: Random) -> None:
    """Blinds, bets up to a random level for each seat, folds, cards in between; then settled, or void."""
    table.start()
    seats = [seat for seat, stack in sorted(table.stacks.items()) if stack]
    put_in = dict.fromkeys(seats, 0)
    for seat, size, blind in ((seats[-2], 50, "small"), (seats[-1], 100, "big")):
        put_in[seat] = min(size, table.stacks[seat])
        table.blind(seat, put_in[seat], blind)
    for seat in seats:
        for ordinal in (1, 2):
            rule = table.rule("6(1)")
            table.say(holdem.CardDealt(hand=table.hand, seat=seat, ordinal=ordinal, sealed="sealed", rule=rule))
    level = random.randint(100, 3_000)
    folded: set[int] = set()
    for seat in seats:
        wanted = random.choice((0, level // 2, level, level, level + random.randint(0, 500)))
        added = max(0, min(wanted - put_in[seat], table.stacks[seat]))
        if added:
            table.bet(seat, added, to=put_in[seat] + added)
            put_in[seat] += added
        elif len(folded) < len(seats) - 1:
            folded.add(seat)
            table.fold(seat)
    if random.random() < 0.1:
        table.void({seat: amount for seat, amount in put_in.items() if amount})
        return
    _settle(table, random, put_in, folded)


def _settle(table: Table, random: Random, put_in: dict[int, int], folded: set[int]) -> None:
    live = [seat for seat in put_in if seat not in folded]
    top = max(live, key=lambda seat: put_in[seat])
    called = max(amount for seat, amount in put_in.items() if seat != top)
    if put_in[top] > called:
        table.returned(top, put_in[top] - called)
        put_in[top] = called
    pots = side_pots(put_in, live)
    base = sum(put_in.values())
    commission = min(base * 500 // 10_000, 500) if table.ruleset != "CARDROOM-TDA" else 0
    parts = split_in_proportion(commission, [amount for amount, _ in pots], 1)
    shared = [_share(amount - part, eligible, random) for (amount, eligible), part in zip(pots, parts, strict=True)]
    table.settle(base, commission, shared)


def side_pots(put_in: dict[int, int], live: list[int]) -> list[tuple[int, list[int]]]:
    """Amount and eligible seats, the main pot first; what only folded seats reached goes to the pot below."""
    pots: list[tuple[int, list[int]]] = []
    below = 0
    for level in sorted({put_in[seat] for seat in live}):
        amount = sum(max(0, min(paid, level) - below) for paid in put_in.values())
        pots.append((amount, [seat for seat in live if put_in[seat] >= level]))
        below = level
    rest = sum(max(0, paid - below) for paid in put_in.values())
    last, eligible = pots[-1]
    pots[-1] = (last + rest, eligible)
    return [pot for pot in pots if pot[0]]


def _share(amount: int, eligible: list[int], random: Random) -> tuple[dict[int, int], dict[int, int]]:
    winners = sorted(random.sample(eligible, random.randint(1, len(eligible))))
    share, rest = split_even(amount, len(winners), 1)
    shares = dict.fromkeys(winners, share)
    shares[winners[0]] += rest
    return shares, {winners[0]: rest} if rest else {}


def between_hands(house: House, table: Table, random: Random, wallets: dict[tuple[str, str], int]) -> None:
    free = [seat for seat in range(1, 11) if seat not in table.seats]
    away = [player for player in PLAYERS if player not in table.seats.values()]
    for _ in range(random.randint(1, 3)):
        source = random.choice(("cash", "wallet", "chips"))
        amount = random.randint(500, 9_000)
        if not free or not away:
            break
        player = away.pop(random.randrange(len(away)))
        if source == "wallet":
            amount = min(amount, wallets.get((player, table.currency), 0))
            wallets[player, table.currency] = wallets.get((player, table.currency), 0) - amount
        if amount:
            table.sit(free.pop(0), player, amount, source)
    if table.seats and random.random() < 0.3:
        table.add(random.choice(list(table.seats)), random.randint(1, 2_000))
    if table.seats and random.random() < 0.3:
        seat = random.choice(list(table.seats))
        to = random.choice(("wallet", "chips"))
        if to == "wallet":
            key = (table.seats[seat], table.currency)
            wallets[key] = wallets.get(key, 0) + table.stacks[seat]
        table.leave(seat, to)
    if random.random() < 0.5:
        _at_the_cage(house, table, random, wallets)


def morning(house: House, random: Random, wallets: dict[tuple[str, str], int], day: str) -> None:
    house.record((day_of(day), gaming_day.GamingDayOpened(gaming_day=day)))
    house.record((cage_of(day=day), cage.CageOpened(cage="MAIN", gaming_day=day)))
    for currency in ("HKD", "MOP"):
        house.record((cage_of(day=day), cage.ChipsIssued(amount=5_000_000, currency=currency)), approver="S-1")
        house.record((cage_of(day=day), cage.CageFunded(amount=3_000_000, currency=currency, source="owner")), approver="S-1")
        funded = cage.CageFunded(amount=70_000, currency=currency, source="bank", bank="bank")
        house.record((cage_of(day=day), funded), approver="S-1")
        for source, to in (("MAIN", "vault"), ("vault", "bank-BNU"), ("bank", "EAST")):
            house.record((cage_of(day=day), cage.CashMoved(amount=1_000, currency=currency, source=source, to=to)), approver="S-1")
        sold = cage.ChipsSold(amount=200_000, currency=currency, pay="cash")
        house.record((cage_of(day=day), sold))
    for player in PLAYERS:
        currency = random.choice(("HKD", "MOP"))
        amount = random.randint(1_000, 50_000)
        by = (
            {"method": "cash", "cage": "MAIN"}
            if random.random() < 0.5
            else {"method": "bank", "bank": "bank", "reference": f"{player}-{day}"}
        )
        house.record((wallet_of(player), wallet.FundsDeposited(amount=amount, currency=currency, **by)))
        wallets[player, currency] = wallets.get((player, currency), 0) + amount
        _withdraw(house, random, player, currency, wallets)


def _withdraw(house: House, random: Random, player: str, currency: str, wallets: dict[tuple[str, str], int]) -> None:
    amount = wallets[player, currency] // 10
    facts = {"amount": amount, "currency": currency}
    withdrawal = f"W-{player}-{house.gaming_day}"
    outcome = random.choice(("cash", "paid", "returned", "pending", "none"))
    if outcome == "none":
        return
    if outcome == "cash":
        house.record((wallet_of(player), wallet.FundsWithdrawn(cage="MAIN", **facts)))
    else:
        house.record((wallet_of(player), wallet.WithdrawalHeld(withdrawal=withdrawal, bank="bank", **facts)))
        if outcome == "paid":
            house.record((wallet_of(player), wallet.WithdrawalPaid(withdrawal=withdrawal, bank="bank", **facts)))
        elif outcome == "returned":
            house.record((wallet_of(player), wallet.WithdrawalReturned(withdrawal=withdrawal, **facts)))
    if outcome != "returned":
        wallets[player, currency] -= amount


def _at_the_counter(house: House, stream: str, random: Random, currency: str, amount: int, wallets: dict[tuple[str, str], int]) -> None:
    """Chips for cash, or for money of a wallet and back into it."""
    player, place = random.choice(PLAYERS), "/cages/MAIN"
    if wallets.get((player, currency), 0) < amount:
        house.record((stream, cage.ChipsSold(player=player, amount=amount, currency=currency, pay="cash")))
        return
    paid = wallet.FundsMovedOut(amount=amount, currency=currency, place=place)
    sold = cage.ChipsSold(player=player, amount=amount, currency=currency, pay="wallet")
    house.record((wallet_of(player), paid), (stream, sold))
    redeemed = cage.ChipsRedeemed(player=player, amount=amount // 2, currency=currency, to="wallet")
    back = wallet.FundsMovedIn(amount=amount // 2, currency=currency, place=place)
    house.record((stream, redeemed), (wallet_of(player), back))
    wallets[player, currency] -= amount - amount // 2


def _at_the_cage(house: House, table: Table, random: Random, wallets: dict[tuple[str, str], int]) -> None:
    stream = cage_of(day=house.gaming_day)
    amount = random.randint(1, 3_000)
    slip = f"S-{len(house.log)}"
    facts = {"slip": slip, "table": table.code, "amount": amount, "currency": table.currency}
    match random.choice(("fill", "credit", "void-fill", "void-credit", "sold", "redeemed", "permit", "retired")):
        case "fill":
            house.record((stream, cage.FillSent(**facts)), (stream, cage.FillReceived(**facts)))
        case "credit":
            house.record((stream, cage.CreditSent(**facts)))
            house.record((stream, cage.CreditReceived(**facts)))
        case "void-fill":
            house.record((stream, cage.FillSent(**facts)))
            house.record((stream, cage.SlipVoided(kind="fill", reason="wrong table", **facts)), approver="S-1")
        case "void-credit":
            house.record((stream, cage.CreditSent(**facts)))
            house.record((stream, cage.SlipVoided(kind="credit", reason="wrong table", **facts)), approver="S-1")
        case "sold":
            _at_the_counter(house, stream, random, table.currency, amount, wallets)
        case "redeemed":
            house.record((stream, cage.ChipsRedeemed(player=PLAYERS[0], amount=amount, currency=table.currency, to="cash")))
        case "retired":
            house.record((stream, cage.ChipsRetired(amount=amount, currency=table.currency)), approver="S-1")
        case "permit":
            house.record((f"permits/{slip}", permits.PermitRevoked(permit=slip)), approver="S-1")
