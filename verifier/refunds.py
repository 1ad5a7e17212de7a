"""Each refund has its row in the rule log and each row its refund: RULELOG-2, and MONEY-9 for the reason."""


class Refunds:
    def __init__(self, checker):
        self.checker, self.waiting, self.rows = checker, [], []

    def add_row(self, row):
        """A `refund-race` or `refund-bet` row of the log; it may come before its refund or after it."""
        self.rows.append(row)
        self.pair()

    def add(self, race, bet, settled, cause, lamports, dropped, at, rule=None):
        """A refund that a record tells; bet is None if it is all of the race, dropped what forks took of the stakes."""
        self.waiting.append(dict(race=race, bet=bet, settled=settled, cause=cause, lamports=lamports, dropped=dropped,
                                 at=at, rule=rule))
        self.pair()

    def take_single_rows(self, race):
        """Lamports of single bets that were given back before all of the race was."""
        single = [x for x in self.rows if x["race"] == race and x["bet"] is not None and not x["settled"]]
        self.rows = [x for x in self.rows if x not in single]
        return sum(int(x["lamports"]) for x in single)

    def pair(self):
        for refund in list(self.waiting):
            key = (refund["race"], refund["bet"], refund["settled"])
            row = next((x for x in self.rows if (x["race"], x["bet"], x["settled"]) == key), None)
            if row is not None:
                self.waiting.remove(refund)
                self.rows.remove(row)
                self.compare(refund, row)

    def compare(self, refund, row):
        def check(rule, what, *compared):
            self.checker.check(rule, f"{what} {row['row']}", *compared, race=refund["race"])
        told, least = int(row["lamports"]), refund["lamports"]
        check("RULELOG-2", "lamports of row", least, told, least <= told <= least + refund["dropped"])
        check("RULELOG-2", "cause in row", refund["cause"], row.get("cause"))
        if refund["rule"] is not None:
            check("RULELOG-2", "row named by the reversal of row", refund["rule"], row["row"])
        if refund["settled"]:
            check("MONEY-9", "a reason in row", True, bool(row["reason"]))

    def overdue(self, created, log_began):
        """A row is missing once a race was created after the refund; so is what a row before the settlement tells."""
        for refund in [x for x in self.waiting if x["at"] < created]:
            self.waiting.remove(refund)
            if log_began and refund["at"] >= log_began:
                self.checker.check("RULELOG-2", "row of the refund", "a row", None, race=refund["race"])
        recorded = self.checker.recorded
        for row in [x for x in self.rows if not x["settled"] and x["at"] < created and recorded(x["race"])]:
            self.rows.remove(row)
            self.checker.check("RULELOG-2", f"refund of row {row['row']}", "a refund", None, race=row["race"])

    def ends(self):
        """The reversal that a row tells may come later, so it is told only at the end that there is none."""
        last = self.checker.last_race
        for row in self.rows:
            if row["settled"] and self.checker.recorded(row["race"]) and row["at"] < last["created"]:
                self.checker.check("RULELOG-2", f"reversal of row {row['row']}", "a reversal", None, race=row["race"])
