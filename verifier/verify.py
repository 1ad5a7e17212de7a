#!/usr/bin/env python3
"""Checks the whole published history of the races, from fairness.md alone; its sections are named in quotes.

    python3 verify.py FOLDER|URL [--race ID] [--json] [--rpc NODE_URL [--rate CALLS_A_SECOND]]
    python3 verify.py --vectors fairness-vectors.json

FOLDER is what `npm run export -- FOLDER` wrote; URL is a server. Each fault is one line: seq race rule expected found.
--race tells each check of one race as well. --rpc reads from a Solana node what the records name there.
Exit code: 0 without a fault, 1 with, 2 if something could not be read. Python 3.9+, standard library; ed25519 
signatures are checked only if `cryptography` is installed, else the last line says how many were not.
Beside it: formulas.py, records.py (reading, forms), refunds.py, chain.py (the node).
"""
import argparse
import json
import re
import sys
from collections import OrderedDict

from chain import Node
from formulas import (NOTHING, Ed25519PublicKey, check_vectors, fold, join, leaf_of, milliseconds, motion_of, places_of,
                      protocol_of, settings_by_rules, settings_hash, sha256, signed, wallet_hash, winner_of)
from records import (ENTRY_FORMS, FORMS, HEADER, MOMENTS, ONE_OF, Unreadable, is_number, is_text, is_time, misfit,
                     read_folder, read_json, read_server)
from refunds import Refunds

STALE_MS = 60000  # "What a race commits to": so much later a row is there for all races
WAIT_MS = 30000  # "Beacon": without one in 30 seconds the race is refunded
KEPT_RACES = 2000  # so many races back the stakes of a reversal are compared with the race itself


class Checker:
    """Goes through the records in order ("Checking all of history") and keeps little of them."""
    def __init__(self, report, watched=None, node=None):
        self.report, self.watched, self.node = report, watched, node
        self.seq, self.race_id, self.file_hash, self.last_race = 0, None, None, None
        self.days, self.chains, self.recent = {}, {}, OrderedDict()
        self.open, self.kept, self.reversed, self.cancelled = {}, {}, set(), {}  # payouts, by race and bet
        self.rows, self.row, self.row_hash, self.row_at, self.log_began = {}, 0, "0" * 64, "", None
        self.now, self.then, self.then_row = {}, {}, 0  # the rules at the newest row, and at the row of the last race
        self.refunds, self.protocol, self.taken_at = Refunds(self), 0, ""
        self.count = dict.fromkeys(("records", "races", "bets", "payouts", "faults", "unchecked", "unknown"), 0)

    def check(self, rule, what, expected, found, holds=None, race=None):
        holds, race = expected == found if holds is None else holds, race or self.race_id
        if not holds:
            self.count["faults"] += 1
        if not holds or (self.watched and race == self.watched):
            self.report(holds, self.seq, race, rule, what, expected, found)
        return holds

    # -- Files: "Files" --
    def header(self, line):
        head = read_json(line)
        if self.check("EXPORT-5", "header of a day's file", None, misfit(HEADER, head)):
            self.check("EXPORT-5", f"previous of {head['day']}", self.file_hash, head["previous"])
            self.check("EXPORT-5", f"first of {head['day']}", self.seq + 1, head["first"])
            return head

    def file_ends(self, head, digest, records):
        if head:
            self.check("EXPORT-5", f"records of {head['day']}", head["records"], records)
            self.days[head["day"]] = (digest, head["records"])
        self.file_hash = digest

    def record(self, line):
        self.race_id, record = None, read_json(line)
        wrong = misfit({"seq": is_number, "at": is_time, "kind": is_text}, record)
        self.count["records"] += 1
        if not self.check("EXPORT-1", f"form of the record after {self.seq}", None, wrong):
            self.seq += 1  # taken as the one that was due
            return
        expected, self.seq, kind, self.record_at = self.seq + 1, record["seq"], record["kind"], record["at"]
        self.check("EXPORT-1", "seq", expected, self.seq)
        self.count["unknown"] += kind not in FORMS
        if kind in FORMS and self.check("EXPORT-1", f"form of {kind}", None, misfit(FORMS[kind], record)):
            self.race_id = record["race"]["id"] if kind == "race" else record.get("race")
            getattr(self, "on_" + kind.replace("-", "_"))(record["race"] if kind == "race" else record)

    def on_day(self, r):
        self.check("EXPORT-5", f"file of {r['day']}", self.days.pop(r["day"], None), (r["sha256"], r["records"]))
        if self.node:
            self.node.memo(self, "EXPORT-5", r["anchor"], None, r["sha256"])

    def on_seed_chain(self, r):
        known = self.chains.setdefault(r["tip"], {"index": 0, "good": (0, r["tip"])})
        self.check("FAIR-7", "chain published before", False, "anchor" in known)
        known.update(length=r["length"], anchor=r["anchor"])
        if self.node:
            self.node.memo(self, "FAIR-7", r["anchor"], f"furlong:1:seed-chain tip={r['tip']} length={r['length']}")

    def on_liabilities(self, r):
        """"What the house owes"."""
        self.check("OWED-6", "later than", self.taken_at, r["taken_at"], r["taken_at"] > self.taken_at)
        self.taken_at = max(self.taken_at, r["taken_at"])
        if r["count"] == 0:
            self.check("OWED-2", "root and total of nothing", (NOTHING, "0"), (r["root"], r["total"]))
        for h in r["holdings"]:
            text = (f"furlong:1:holdings at={r['taken_at']} root={r['root']} slot={r['slot']} "
                    f"address={h['address']} lamports={h['lamports']}")
            if h["signature"] is not None and Ed25519PublicKey:
                self.check("OWED-7", "signature of " + h["address"], True, signed(h["address"], h["signature"], text))
            elif h["signature"] is not None:
                self.count["unchecked"] += 1
        if self.node:
            held = sum(int(h["lamports"]) for h in r["holdings"])
            self.node.memo(self, "OWED-6", r["anchor"], f"furlong:1:liabilities at={r['taken_at']} root={r['root']} "
                           f"total={r['total']} count={r['count']} slot={r['slot']} holdings={held}")

    # -- "Rule log" --
    def on_rule(self, r):
        entry = read_json(r["entry"])
        kind = entry.get("kind") if isinstance(entry, dict) else None
        self.check("RULELOG-1", "row", self.row + 1, r["row"])
        self.check("RULELOG-1", f"hash of row {r['row']}", sha256(f"{self.row_hash}\n{r['entry']}"), r["hash"])
        self.row, self.row_hash = r["row"], r["hash"]
        form = {"row": ONE_OF(r["row"]), "at": is_time, "kind": is_text}
        wrong = misfit(dict(form, **ENTRY_FORMS.get(str(kind), {})), entry)
        if not self.check("RULELOG-1", "form of the entry", None, wrong):
            return self.rows.update({self.row: (self.row_hash, {}, self.row_at)})
        begins = f'{{"row":{r["row"]},"at":"{entry["at"]}","kind":"{kind}"'
        self.check("RULELOG-1", "entry begins", begins, r["entry"][:len(begins)])
        self.check("RULELOG-1", "start if and only if row 1", r["row"] == 1, kind == "start")
        self.check("RULELOG-1", "time not before", self.row_at, entry["at"], entry["at"] >= self.row_at)
        self.row_at, self.log_began = max(self.row_at, entry["at"]), self.log_began or entry["at"]
        changes = dict(entry["settings"]) if kind == "start" else {}
        if kind in ("setting", "network"):
            key = entry["key"] if kind == "setting" else "network"
            self.check("RULELOG-3", f"from of {key}", self.now.get(key), entry["from"])
            changes = {key: entry["to"]}
        self.now.update(changes)
        self.rows[self.row] = (self.row_hash, changes, self.row_at)
        if kind in ("refund-race", "refund-bet"):
            self.refunds.add_row(dict(entry, bet=entry.get("bet")))

    def recorded(self, race):
        number = re.fullmatch("race-([0-9]{1,15})", race)
        return bool(number and self.last_race) and int(number[1]) <= self.last_race["number"]

    def overdue(self, created, has_log):
        """What belongs together must have been told once a race is recorded that was created later."""
        self.refunds.overdue(created, has_log and self.log_began)
        for key in [key for key, at in self.cancelled.items() if at < created]:
            del self.cancelled[key]
            self.check("MONEY-9", f"refund for which the payout of {key[1]} was cancelled", True, False, race=key[0])

    # -- Races --
    def on_race(self, r):
        s, t, last = r["settings"], r["times"], self.last_race
        self.count["races"] += 1
        self.count["bets"] += len(r["settlement"]["bets"])
        number = last["number"] + 1 if last else 1
        self.check("EXPORT-2", "number", number, r["number"])
        self.check("EXPORT-2", "id", f"race-{r['number']}", r["id"])
        if last:
            self.check("RACE-4", "created not before the last was over", last["over"], t["created"],
                       t["created"] >= last["over"])
        self.overdue(t["created"], r["rules"] is not None)
        self.seed(r)
        self.rules(r, s)
        self.check("FAIR-12", "settings_hash", settings_hash(s), r["settings_hash"])
        real, anchors = r["ledger"] == "real", r["anchors"] or {}
        if real and t["opened"]:
            self.check("FAIR-12", "commitment", True, bool(anchors.get("commit")))
        self.check("RACE-3", "race_type", s["raceType"], r["race_type"])
        self.check("RACE-3", "ledger", s["ledger"], r["ledger"])
        self.check("RACE-3", "jackpot", s["jackpot"], r["settlement"]["jackpot"])
        self.check("FAIR-5", "horses", [1, 2, 3, 4, 5, 6], [horse["number"] for horse in r["horses"]])
        locks = real and protocol_of(s) >= 2 and t["locked"] is not None
        if locks and t["starts"]:
            self.check("FAIR-15", "lock memo", True, bool(anchors.get("lock")))
        self.outcome(r)
        if r["lockedBets"] or locks:
            self.locked_bets(r)
        self.moments(r)
        self.settlement(r)
        if self.node:
            self.node.race(self, r, self.watched == r["id"])
        self.last_race = {"number": r["number"], "created": t["created"],
                          "over": t["completed"] or t["refunded"] or t["settled"]}

    def seed(self, r):
        """"Seed chain"."""
        told = r["seed_chain"]
        chain = self.chains.setdefault(told["tip"], {"index": 0, "good": (0, told["tip"])})
        if r["ledger"] == "real" and not chain.get("missed"):  # told once for a chain
            chain["missed"] = not self.check("FAIR-7", "chain was published", True, "anchor" in chain)
        if "anchor" in chain:
            published = (chain["length"], chain["anchor"])
            self.check("FAIR-7", "length and anchor", published, (told["length"], told["anchor"]))
        self.check("FAIR-6", "server_seed_hash", sha256(r["server_seed"]), r["server_seed_hash"])
        self.check("FAIR-7", "index", chain["index"] + 1, told["index"])
        place, good = chain["good"]
        hashed, steps = r["server_seed"], told["index"] - place
        for _ in range(steps if 0 < steps <= min(told["length"], 10 ** 6) and told["index"] <= told["length"] else 0):
            hashed = sha256(hashed)
        holds = self.check("FAIR-7", f"seed, hashed {steps} times", good, hashed, hashed == good and steps > 0)
        chain["index"] = told["index"] if holds else chain["index"] + 1
        chain["good"] = (told["index"], r["server_seed"]) if holds else chain["good"]

    def rules(self, r, s):
        """"What a race commits to"."""
        named, protocol = r["rules"], protocol_of(s)
        self.check("RULELOG-4", "protocol not below", self.protocol, protocol, protocol >= self.protocol)
        self.check("RULELOG-4", "names a row", protocol >= 3, named is not None)
        self.protocol = max(self.protocol, protocol)
        self.check("RULELOG-4", "is_special", bool(s.get("special")), r["is_special"])
        if named is None:
            return
        self.check("RULELOG-4", "row not before", self.then_row, named["row"], named["row"] >= self.then_row)
        recorded = named["row"] in self.rows
        if named["row"] < self.then_row or not self.check("RULELOG-4", "row was recorded", True, recorded):
            return
        self.check("RULELOG-4", f"hash of row {named['row']}", self.rows[named["row"]][0], named["hash"])
        for row in sorted(x for x in self.rows if x <= named["row"]):
            self.then.update(self.rows[row][1])
            self.rows[row] = (self.rows[row][0], {}, self.rows[row][2])
            if row < named["row"]:
                del self.rows[row]
        self.then_row = named["row"]
        created = r["times"]["created"]
        older = [x for x in self.rows if x > named["row"] and milliseconds(self.rows[x][2], created) > STALE_MS]
        self.check("RULELOG-4", "newest row at its creation", max(older, default=named["row"]), named["row"])
        for key, values in settings_by_rules(self.then, s).items():
            fits = s.get(key) is not None and s.get(key) in values
            self.check("RULELOG-4", f"settings.{key}", values, s.get(key), fits)

    def outcome(self, r):
        """"Beacon", "Winner", "Places and motion"."""
        t, beacon, seed = r["times"], r["beacon"] or {}, r["server_seed"]
        self.check("FAIR-10", "entropy", r["settings"]["outcomeEntropy"], r["entropy"])
        block = beacon.get("blockhash")
        if r["entropy"] == "sealed":
            self.check("FAIR-10", "block of a sealed race", None, block)
        elif t["starts"]:
            self.check("FAIR-10", "beacon of a race that started", True, bool(block))
        if block:
            slots = (beacon["announcedSlot"], beacon["slot"])
            self.check("FAIR-10", "slots of the beacon", "announced <= block", slots,
                       None not in slots and slots[0] <= slots[1])
        self.check("FAIR-10", "nonce", r["base_nonce"] + (f".{block}" if block else ""), r["nonce"])
        winner = winner_of(seed, r["id"], r["nonce"])
        self.check("FAIR-2" if t["completed"] and r["winning_horse"] else "RACE-8", "winner",
                   winner if t["completed"] else None, r["winning_horse"])
        for field, came, value in (("places", t["revealed"], places_of(seed, r["id"], r["nonce"], winner)),
                                   ("motion_seed", t["starts"], motion_of(seed, r["id"], r["nonce"]))):
            self.check("FAIR-14" if came and r[field] else "RACE-7", field, value if came else None, r[field])

    def locked_bets(self, r):
        """"Lock of the bets"."""
        if not self.check("FAIR-16", "locked bets", True, bool(r["lockedBets"] and r["betsRoot"])):
            return
        leaves = r["lockedBets"]["bets"]
        ids, settled = [leaf["id"] for leaf in leaves], {bet["id"]: bet for bet in r["settlement"]["bets"]}
        nodes = [leaf_of(leaf["id"], leaf["wallet_hash"], leaf["horse_number"], leaf["stake"]) for leaf in leaves]
        self.check("FAIR-16", "root", fold(nodes, join, bytes.fromhex(NOTHING)).hex(), r["betsRoot"])
        self.check("FAIR-16", "order of the leaves", sorted(set(ids)), ids)
        self.check("FAIR-16", "pool", sum(int(leaf["stake"]) for leaf in leaves), int(r["lockedBets"]["pool"]))
        self.check("FAIR-16", "settled bets not among the leaves", [], sorted(set(settled) - set(ids)))
        for leaf in leaves:
            bet = settled.get(leaf["id"])
            self.check("FAIR-16", f"{leaf['id']} is either settled or voided", bet is None, leaf["voided"] is not None)
            if bet:
                self.check("FAIR-16", f"horse and stake of {leaf['id']}", (leaf["horse_number"], leaf["stake"]),
                           (bet["horse_number"], bet["stake"]))
                if bet["user_wallet"] and bet["salt"]:
                    self.check("FAIR-16", f"wallet of {leaf['id']}", leaf["wallet_hash"],
                               wallet_hash(bet["user_wallet"], bet["salt"]))

    def moments(self, r):
        t, over = r["times"], r["times"]["refunded"]
        told = [t[name] for name in MOMENTS]
        self.check("RACE-1", "moments in order", sorted(filter(None, told)), list(filter(None, told)))
        gone = told[:-1].index(None) if None in told[:-1] else len(told)
        self.check("RACE-1", "no moment without those before", [None] * len(told[gone:-1]), told[gone:-1])
        self.check("RACE-1", "refunded between", (t["created"], t["settled"]), over,
                   over is None or t["created"] <= over <= t["settled"])
        if t["starts"] and t["completed"]:
            ran, promised = milliseconds(t["starts"], t["completed"]), r["settings"]["durationMs"]
            self.check("RACE-12", "duration at least", promised, ran, ran >= promised)
        for bet in r["settlement"]["bets"]:
            first, last = t["opened"] or "9", t["locked"] or over or ""
            self.check("RACE-11", f"{bet['id']} placed between", (first, last), bet["placed_at"],
                       first <= bet["placed_at"] <= last)
        if t["locked"] and t["starts"] and r["entropy"] == "beacon":
            waited = milliseconds(t["locked"], t["starts"])
            self.check("FAIR-11", "started in time", WAIT_MS, waited, waited <= WAIT_MS)

    def settlement(self, r):
        """"Settlement"; what it tells stays as it was settled ("Records")."""
        s, t, winner = r["settlement"], r["times"], r["winning_horse"]
        paid, reason = s["kind"] == "paid", r["refund_reason"]
        if paid:
            self.check("EXPORT-3", "told as it was settled", ("completed", None, None, None, True),
                       (r["status"], s["refundedAt"], t["refunded"], reason, t["completed"] is not None))
            told = [b["id"] for b in s["bets"] if b["refunded"] != "0" and b["result"] != "refunded"]
            self.check("EXPORT-3", "bets that tell a later refund", [], told)
        else:
            told = (r["status"], t["refunded"] is not None, reason is not None)
            self.check("EXPORT-3", "told as refunded", ("refunded", True, True), told)
        bets = [b for b in s["bets"] if not paid or b["result"] != "refunded"]
        self.check("INV-4", "a bet only once", len(s["bets"]), len({b["id"] for b in s["bets"]}))
        pool = sum(int(b["stake"]) for b in bets)
        won = sum(int(b["stake"]) for b in bets if b["horse_number"] == winner)
        fee = pool * r["settings"]["houseEdgeBps"] // 10000 if paid else 0
        net = pool - fee + int(s["jackpot"]) if paid else 0
        self.check("INV-4", "pool", pool, int(s["pool"]))
        self.check("MONEY-4" if paid else "MONEY-6", "fee", fee, int(s["fee"]))
        self.check("MONEY-4" if paid else "MONEY-6", "net", net, int(s["net"]))
        if paid or reason == "no_winning_bet":
            self.check("MONEY-6", "stake on the winner", paid, won > 0 if winner else None)
        if reason == "no_beacon":
            self.check("FAIR-11", "closed, not started, with a beacon", (True, False, "beacon"),
                       (t["locked"] is not None, t["starts"] is not None, r["entropy"]))
        for bet in bets:
            wins = paid and bet["horse_number"] == winner
            due = int(bet["stake"]) if not paid else net * int(bet["stake"]) // won if wins else 0
            self.check("MONEY-4", f"payout of {bet['id']}", due, int(bet["payout"]))
            result = "refunded" if not paid else "win" if wins else "loss"
            self.check("INV-5", f"result of {bet['id']}", result, bet["result"])
            if wins and r["ledger"] == "real":
                self.open[r["id"], bet["id"]] = (due, bet["user_wallet"])
        rest = net - sum(int(b["payout"]) for b in bets) if paid else 0
        self.check("INV-4", "remainder, so that stakes and jackpot add up", rest, int(s["remainder"]))
        self.remember_refunds(r, s, paid)

    def remember_refunds(self, r, s, paid):
        leaves = r["lockedBets"]["bets"] if r["lockedBets"] else []
        dropped = sum(int(leaf["stake"]) for leaf in leaves if leaf["voided"])
        self.recent[r["id"]] = (dropped, {b["id"]: int(b["stake"]) for b in s["bets"]})
        if len(self.recent) > KEPT_RACES:
            self.recent.popitem(last=False)
        for bet in [b for b in s["bets"] if paid and b["result"] == "refunded"]:
            self.refunds.add(r["id"], bet["id"], False, None, int(bet["stake"]), 0, bet["placed_at"])
        if paid:
            return
        left = int(s["pool"]) - self.refunds.take_single_rows(r["id"])
        at = r["times"]["refunded"] or r["times"]["settled"]
        self.refunds.add(r["id"], None, False, r["refund_reason"], left, dropped, at)

    def on_reversal(self, r):
        race, whole, stakes = r["race"], r["scope"] == "race", {b["id"]: int(b["lamports"]) for b in r["bets"]}
        dropped, known = self.recent.get(race, (0, stakes))
        self.check("RULELOG-2", "stakes of the reversal", {b: known.get(b) for b in stakes}, stakes)
        self.reversed.update((race, bet) for bet in stakes if (race, bet) in self.open)
        self.cancelled = {key: at for key, at in self.cancelled.items() if key[0] != race or key[1] not in stakes}
        self.refunds.add(race, None if whole else next(iter(stakes), None), True, "by_admin" if whole else None,
                      sum(stakes.values()), dropped if whole else 0, self.record_at, r["rule"])

    def on_payout(self, r):
        key = (r["race"], r["bet"])
        self.count["payouts"] += 1
        due = self.open.pop(key, None) or (self.kept.pop(key, None) if r["outcome"] != "cancelled" else None)
        if not self.check("INV-7", f"payout of a bet that won and was not paid: {r['bet']}", True, due is not None):
            return
        self.check("MONEY-10", f"lamports of {r['bet']}", due[0], int(r["lamports"]))
        if due[1] and r["wallet"]:
            self.check("MONEY-10", f"wallet of {r['bet']}", due[1], r["wallet"])
        if r["outcome"] == "paid" and r["wallet"]:
            self.check("MONEY-10", f"signature for {r['bet']}", True, bool(r["signature"]))
        if r["outcome"] == "cancelled" and key not in self.reversed:  # its reversal may be the next record
            self.cancelled[key] = self.record_at
        if r["outcome"] == "kept":
            self.kept[key] = due
        self.reversed.discard(key)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="?")
    for name, kind, default in (("race", str, None), ("rpc", str, None), ("rate", float, 4.0), ("vectors", str, None)):
        parser.add_argument("--" + name, type=kind, default=default)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.vectors:
        return check_vectors(options.vectors)
    if not options.source or options.rate <= 0:
        parser.error("a folder or an address of a server is needed, and a rate above 0")

    def report(holds, seq, race, rule, what, expected, found):
        if options.json:
            print(json.dumps(dict(ok=holds, seq=seq, race=race, rule=rule, what=what, expected=expected, found=found)))
            return
        expected, found = (json.dumps(value)[:300] for value in (expected, found))
        verdict = "" if not options.race else "  ok" if holds else "  FAULT"
        print(f"{seq} {ascii(race)[1:-1] if race else '-'} {rule} {ascii(what)[1:-1]}: {expected} {found}{verdict}")
    checker = Checker(report, options.race, Node(options.rpc, options.rate) if options.rpc else None)
    read = read_server if options.source.startswith(("http://", "https://")) else read_folder
    read(checker, options.source.rstrip("/"))
    checker.refunds.ends()
    if options.race and not checker.recorded(options.race):
        raise Unreadable(f"{options.race} is not in this history")
    c = checker.count
    last = ", ".join(f"{c[name]} {name}" for name in list(c)[:5])
    last += f", {len(checker.open)} open payouts, {c['unchecked']} signatures and {c['unknown']} records not checked"
    print(last, file=sys.stderr if options.json else sys.stdout)
    return 1 if c["faults"] else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Unreadable, OSError, json.JSONDecodeError) as error:
        print(f"cannot be read: {error}", file=sys.stderr)
        sys.exit(2)
