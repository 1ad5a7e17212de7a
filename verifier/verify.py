#!/usr/bin/env python3
"""Checks the whole published history of the races, from docs/fairness.md alone; its sections are named in quotes.

    python3 verify.py FOLDER|URL [--race ID] [--json] [--rpc NODE_URL [--rate CALLS_A_SECOND]]
    python3 verify.py --vectors fairness-vectors.json

FOLDER is what `npm run export` wrote, URL a server. Each fault is one line: seq, race, rule, what, expected, found.
--race tells each check of one race, --rpc reads from a Solana node what the records name there. Exit code: 0 without a
fault, 1 with one, 2 if something cannot be read. Signatures are checked where the module `cryptography` is installed.
"""
import argparse
import hashlib
import hmac
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from datetime import datetime
from fractions import Fraction
from functools import reduce
try:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

STALE_MS = 60000  # "What a race commits to": a row so much older than a race was there for it
WAIT_MS, LEAD_MS = 30000, 1500  # "Beacon": how long it is awaited, and how long after it the race starts
NOTHING, START = hashlib.sha256(b"").hexdigest(), (0, "0" * 64)  # an empty tree; the rule log before row 1
SOL = 10 ** 9
# "What a race commits to": the key that a setting follows from, and by how much more.
SCALED = {"minBet": ("min_bet_amount", SOL), "maxBet": ("max_bet_amount", SOL), "jackpot": ("jackpot_pool_amount", SOL),
          "superfectaBonus": ("superfecta_bonus_sol", SOL), "extendMs": ("extend_seconds", 1000),
          "countdownMs": ("countdown_seconds", 1000), "houseEdgeBps": ("house_edge", 100),
          "referralRateBps": ("referral_rate", 100), "bonusFundShareBps": ("bonus_fund_share", 100),
          "minBets": ("min_bets_to_start", 1)}
FREE_IF_SPECIAL = ("raceType", "houseEdgeBps", "jackpot", "minBets", "countdownMs")


class Record(dict):
    """A JSON object with its fields as attributes. One that is not there breaks a check, which is told as EXPORT-1."""
    __getattr__ = dict.__getitem__


def read_json(text):
    """JSON without a key twice in one object, so that no two readers see two things."""
    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key twice")
        return Record(pairs)
    return json.loads(text, object_pairs_hook=once)


def lamports(text):
    if re.fullmatch("0|[1-9][0-9]{0,18}", text):
        return int(text)
    raise ValueError(f"{text} is no number of lamports")


def moment(text):
    if re.fullmatch(r"[0-9-]{10}T[0-9:]{8}\.[0-9]{3}Z", text):
        return datetime.fromisoformat(text[:-1])
    raise ValueError(f"{text} is no time")


def milliseconds(earlier, later):
    return round((moment(later) - moment(earlier)).total_seconds() * 1000)


def encoded(text):
    return text.encode("utf-8", "surrogatepass")


def sha256(text):
    return hashlib.sha256(encoded(text)).hexdigest()


def first_fair(chunks):
    """"Winner", 3: the place of the first chunk that is used, or None."""
    return next((i for i, chunk in enumerate(chunks) if int(chunk, 16) < 6 * 715827882), None)


def outcome_of(seed, race, nonce):
    """(winner, places, motion seed): "Winner", "Places and motion"."""
    def keyed(text):
        return hmac.new(encoded(seed), encoded(text), hashlib.sha256).digest()
    for counter in [""] + [f":{n}" for n in range(1, 1001)]:
        chunks = re.findall("." * 8, sha256(f"{seed}:{race}:{nonce}{counter}"))
        if first_fair(chunks) is not None:
            break
    winner = int(chunks[first_fair(chunks) or 0], 16) % 6 + 1
    others = [horse for horse in range(1, 7) if horse != winner]
    drawn = (byte for n in range(10 ** 6) for byte in keyed(f"places|{race}|{nonce}" + (f"|{n}" if n else "")))
    for last in (4, 3, 2, 1):
        at = next(byte for byte in drawn if byte < 256 - 256 % (last + 1)) % (last + 1)
        others[at], others[last] = others[last], others[at]
    return winner, [winner, *others], keyed(f"motion|{race}|{nonce}")[:16].hex()


def leaf_of(*parts):
    return hashlib.sha256(b"\0" + encoded(":".join(map(str, parts)))).digest()


def tree_of(leaves):
    """Root and the paths of the leaves: "Lock of the bets". In a tree of sums each hash is followed by its sum."""
    level, paths, width = leaves or [bytes.fromhex(NOTHING)], [[] for _ in leaves], 1
    while len(level) > 1:
        for at, path in enumerate(paths):  # a last one without a neighbour goes up unchanged
            path += level[at // width ^ 1:][:1] if at // width ^ 1 < len(level) else []
        pairs = [level[i:i + 2] for i in range(0, len(level), 2)]
        level, width = [pair[0] if len(pair) == 1 else join(*pair) for pair in pairs], width * 2
    return level[0], paths


def join(left, right):
    total = int.from_bytes(left[32:], "big") + int.from_bytes(right[32:], "big")
    return hashlib.sha256(b"\1" + left + right).digest() + total.to_bytes(len(left) - 32, "big")


def signed(address, signature, text):
    letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    try:
        key, proof = (reduce(lambda number, letter: number * 58 + letters.index(letter), coded, 0).to_bytes(size, "big")
                      for coded, size in ((address, 32), (signature, 64)))
        Ed25519PublicKey.from_public_bytes(key).verify(proof, text.encode())
        return True
    except Exception:  # of another length or alphabet, or one that does not fit
        return False


def settings_by_rules(rules, settings):
    """"What a race commits to": (setting, the values that it may have)."""
    def scaled(key, factor):
        number = Fraction(rules.get(key, -1)) * factor  # of what is not told no race has a value
        return str(number) if factor == SOL else number
    types, weights = (read_json(rules.get(key, "{}")) for key in ("race_types", "race_type_weights"))
    play = rules.get("testing_mode_enabled") == "true" and rules.get("network") != "mainnet-beta"
    values = {name: [scaled(*source)] for name, source in SCALED.items()}
    values.update(raceType=[kind for kind in types if weights.get(kind, 0) > 0], ledger=["play" if play else "real"],
                  durationMs=[scaled(settings.raceType + "_duration", 1000)], jackpot=[*values["jackpot"], "0"],
                  outcomeEntropy=[rules.get("outcome_entropy")])
    return [(name, values[name]) for name in values if not settings.get("special") or name not in FREE_IF_SPECIAL]


class Checker:
    """Goes through the records in order ("Checking all of history"). Its methods yield what is to be compared: rule,
    what it is, expected, found, and the race if it is not the record's."""
    def __init__(self, report, watched, node):
        self.report, self.watched, self.node, self.place, self.count = report, watched, node, "", Counter()
        self.seq, self.at, self.race, self.file_hash, self.days, self.taken_at = 0, "", None, None, {}, ""
        self.chains, self.number, self.created, self.over, self.protocol, self.unlogged = {}, 0, "", "", 0, 0
        self.head, self.row_at, self.began, self.now = START, "", None, {}  # of the rule log
        self.rows, self.named, self.then = [], START, {}  # the rows after the one that the last race named
        self.refunds, self.dropped, self.bets, self.seen = {}, {}, {}, set()
        self.open, self.kept, self.cancelled = {}, {}, {}  # payouts by race and bet

    def compare(self, checks):
        for rule, what, expected, found, *race in checks:
            race, fault = (race or [self.race])[0], expected != found
            self.count.update(checks=1, faults=fault)
            if fault or race and race == self.watched:
                self.report(ok=not fault, seq=self.seq, race=race, rule=rule, what=what, expected=expected, found=found)

    def once(self, rule, what, name):
        yield rule, f"{what} {name}, anywhere before", False, (what, name) in self.seen
        self.seen.add((what, name))

    def file(self, day, text, listed):
        """A day's file with its SHA-256 in the list of days ("Files"); without a day, lines that are in no file."""
        lines, self.race = text.splitlines(keepends=True), None
        if day:
            head, digest, self.place = lines.pop(0), hashlib.sha256(text).hexdigest(), f"{day}, header: "
            told = {"furlong": "export", "version": 1, "day": day, "previous": self.file_hash, "first": self.seq + 1,
                    "records": len(lines)}
            yield "EXPORT-5", f"SHA-256 of {day}", listed or digest, digest
            yield "EXPORT-5", f"header of {day}", told, {name: read_json(head).get(name) for name in told}
            yield "EXPORT-5", f"end of {day}", b"\n", text[-1:]
            self.days[day], self.file_hash = (digest, len(lines)), digest
        for number, line in enumerate(lines, 1):
            self.place = f"{day or 'in no file'}, record {number}: "
            yield from self.record(line)

    def record(self, line):
        self.race, due, self.seq = None, self.seq + 1, self.seq + 1
        self.count["records"] += 1
        try:
            r = read_json(line)
            name, self.seq, self.at = "on_" + r.kind.replace("-", "_"), int(r.seq), r.at
            yield "EXPORT-1", f"seq of a record of {moment(r.at)}", due, self.seq
            r = r.race if r.kind == "race" else r
            self.race = r.get("id", r.get("race"))
            if not hasattr(self, name):
                self.count["records of unknown kinds"] += 1
            else:
                yield from getattr(self, name)(r)
        except (TypeError, ValueError, AttributeError, LookupError, RecursionError) as error:
            return (yield "EXPORT-1", "form of the record", None, repr(error))
        yield from getattr(self.node, name, lambda _: ())(r)

    def on_day(self, r):
        yield "EXPORT-5", f"file of {r.day}", self.days.pop(r.day, None), (r.sha256, r.records)

    def on_seed_chain(self, r):
        chain = self.chains.setdefault(r.tip, Record(index=0, good=(0, r.tip)))
        yield "FAIR-7", "chain that was published before", None, chain.get("published")
        chain["published"] = (r.length, r.anchor)

    def on_liabilities(self, r):
        """"What the house owes"."""
        yield "OWED-6", "later than the last", True, r.taken_at > self.taken_at
        self.taken_at = max(self.taken_at, r.taken_at)
        if r.count == 0:
            yield "OWED-2", "root and total of nothing", (NOTHING, "0"), (r.root, r.total)
        for held in (h for h in r.holdings if h.signature):
            text = (f"furlong:1:holdings at={r.taken_at} root={r.root} slot={r.slot} address={held.address} "
                    f"lamports={lamports(held.lamports)}")
            if Ed25519PublicKey:
                yield "OWED-7", f"signature of {held.address}", True, signed(held.address, held.signature, text)
            self.count["signatures not checked"] += not Ed25519PublicKey

    def on_rule(self, r):
        """"Rule log"."""
        yield "RULELOG-1", "row", self.head[0] + 1, r.row
        yield "RULELOG-1", f"hash of row {r.row}", sha256(f"{self.head[1]}\n{r.entry}"), r.hash
        self.head, entry = (r.row, r.hash), read_json(r.entry)
        begins, key = f'{{"row":{r.row},"at":"{entry.at}","kind":"{entry.kind}"', entry.get("key", "network")
        changes = {"start": entry.get("settings"), "setting": {key: entry.get("to")}, "network": {key: entry.get("to")}}
        yield "RULELOG-1", "beginning of the entry", begins, r.entry[:len(begins)]
        yield "RULELOG-1", "start, if and only if it is row 1", r.row == 1, entry.kind == "start"
        yield "RULELOG-1", "time, not before the last", max(self.row_at, entry.at), entry.at
        self.row_at, self.began = max(self.row_at, entry.at), self.began or entry.at
        if entry.kind in ("setting", "network"):
            yield "RULELOG-3", f"from of {key}", self.now.get(key), entry["from"]
        if entry.kind == "refund-bet" and not entry.settled:  # while bets were taken: no race has it
            yield from self.once("INV-5", "bet", entry.bet)
        elif entry.kind in ("refund-race", "refund-bet"):
            yield from self.pair("row", entry.race, entry.get("bet"), entry.settled, entry)
        self.now.update(changes.get(entry.kind, {}))
        self.rows.append((self.head, changes.get(entry.kind, {}), self.row_at))

    def pair(self, side, race, bet, settled, told):
        """A refund that a record tells, or its row: whichever comes last is compared; bet is None for a race."""
        both = self.refunds.setdefault((race, bet, settled), Record())
        yield "RULELOG-2", f"{side} of one refund, before", None, both.get(side), race
        both[side] = told
        if len(both) == 2:
            row, refund, given = both.row, both.refund, lamports(both.row.lamports)
            del self.refunds[race, bet, settled]  # of the stakes of a race a fork may have dropped some since
            most = refund.lamports + refund.get("dropped", 0)
            yield "RULELOG-2", f"lamports of row {row.row}", max(refund.lamports, min(given, most)), given, race
            yield "RULELOG-2", f"cause of row {row.row}", refund.get("cause"), row.get("cause"), race
            yield "RULELOG-2", "row that the reversal names", refund.get("rule") or row.row, row.row, race
            yield "MONEY-9", f"reason in row {row.row}", True, not settled or bool(row.reason), race

    def overdue(self, created, at_end=False):
        """What belongs together was told before a race that was created later; a reversal may come at any time."""
        for (race, bet, settled), both in list(self.refunds.items()):
            (side, told), = both.items()
            number = int(race[5:]) if re.fullmatch("race-[0-9]{1,15}", race) else self.number + 1
            if told.at < created and number <= self.number and (side == "refund" or at_end or not settled):
                del self.refunds[race, bet, settled]
                if side == "row" or told.at >= (self.began or "9") and not (settled and number <= self.unlogged):
                    yield "RULELOG-2", f"{side} of a refund without the other", None, told, race
        for race, bet in [key for key, at in self.cancelled.items() if at < created]:
            yield "MONEY-9", f"refund for which the payout of {bet} was cancelled", True, False, race
            del self.cancelled[race, bet]

    def on_race(self, r):
        s, t, anchors, real = r.settings, r.times, r.anchors or {}, r.ledger == "real"
        self.count.update(races=1, bets=len(r.settlement.bets))
        yield "EXPORT-2", "number and id", (self.number + 1, f"race-{r.number}"), (r.number, r.id)
        yield "RACE-4", "created after the last was over", max(self.over, t.created), t.created
        yield from self.overdue(t.created)
        self.number, self.created, self.over = r.number, t.created, t.completed or t.refunded or t.settled
        yield from self.seed(r, r.seed_chain)
        yield from self.rules(r, r.rules)
        made = sha256(json.dumps(s, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
        yield "FAIR-12", "settings_hash", made, r.settings_hash
        yield "FAIR-12", "commitment", True, bool(anchors.get("commit") or not real or not t.opened)
        yield "RACE-3", "type and ledger", (s.raceType, s.ledger), (r.race_type, r.ledger)
        yield "RACE-3", "jackpot", s.get("jackpot", "0"), r.settlement.jackpot
        yield "FAIR-5", "horses", [1, 2, 3, 4, 5, 6], [horse.number for horse in r.horses]
        locks = bool(real and self.protocol >= 2 and t.locked)
        yield "FAIR-15", "lock memo", True, bool(anchors.get("lock") or not locks or not t.starts)
        yield from self.outcome(r, r.beacon or {}, t)
        yield "FAIR-16", "locked bets", locks or bool(r.lockedBets), bool(r.lockedBets and r.betsRoot)
        if r.lockedBets:
            yield from self.locked_bets(r, r.lockedBets.bets)
        yield from self.moments(r, t)
        yield from self.settlement(r, r.settlement, r.settlement.kind == "paid")

    def seed(self, r, told):
        """"Seed chain"."""
        chain, seed = self.chains.setdefault(told.tip, Record(index=0, good=(0, told.tip))), r.server_seed
        if r.ledger == "real" or "published" in chain:
            yield "FAIR-7", "length and anchor as published", chain.get("published"), (told.length, told.anchor)
            chain.setdefault("published", (told.length, told.anchor))
        yield "FAIR-6", "server_seed_hash", sha256(seed), r.server_seed_hash
        yield "FAIR-7", "index", chain.index + 1, told.index
        (place, good), hashed = chain.good, seed
        steps = told.index - place if told.index <= told.length and told.index - place <= 10 ** 6 else 0
        for _ in range(steps):
            hashed = sha256(hashed)
        yield "FAIR-7", f"seed, hashed {steps} times", (good, True), (hashed, steps > 0)
        holds = steps > 0 and hashed == good
        chain.update({"index": told.index, "good": (told.index, seed)} if holds else {"index": chain.index + 1})

    def rules(self, r, named):
        """"What a race commits to"."""
        protocol, special = r.settings.get("protocol", 1), r.settings.get("special", False)
        yield "RULELOG-4", "protocol, not below the last", max(protocol, self.protocol), protocol
        yield "RULELOG-4", "names a row; is_special", (protocol >= 3, special), (named is not None, r.is_special)
        self.protocol, self.unlogged = max(protocol, self.protocol), self.unlogged if named else r.number
        if named:
            while self.rows and self.rows[0][0][0] <= named.row:
                self.named, changes, _ = self.rows.pop(0)
                self.then.update(changes)
            newer = [head[0] for head, _, at in self.rows if milliseconds(at, r.times.created) > STALE_MS]
            yield "RULELOG-4", "row that was recorded", self.named, (named.row, named.hash)
            yield "RULELOG-4", "newer rows at its creation", [], newer
            for name, values in settings_by_rules(self.then, r.settings):
                yield "RULELOG-4", f"{name}, one of {', '.join(map(str, values))}", True, r.settings.get(name) in values

    def outcome(self, r, beacon, t):
        """"Beacon", "Winner", "Places and motion"."""
        block, slots = beacon.get("blockhash"), (beacon.get("announcedSlot"), beacon.get("slot"))
        yield "FAIR-10", "entropy", r.settings.outcomeEntropy, r.entropy
        yield "FAIR-10", "nonce", ".".join(filter(None, (r.base_nonce, block))), r.nonce
        if r.entropy == "sealed" or t.starts:
            yield "FAIR-10", "block of a beacon", r.entropy == "beacon", bool(block)
        if block:
            yield "FAIR-10", f"block not before the slot: {slots}", True, slots[0] <= slots[1]
        winner, places, motion = outcome_of(r.server_seed, r.id, r.nonce)
        for name, came, value, rules in (("winning_horse", t.completed, winner, ("RACE-8", "FAIR-2")),
                                         ("places", t.revealed, places, ("RACE-7", "FAIR-14")),
                                         ("motion_seed", t.starts, motion, ("RACE-7", "FAIR-14"))):
            yield rules[bool(came and r[name])], name, value if came else None, r[name]

    def locked_bets(self, r, leaves):
        """"Lock of the bets"."""
        ids, settled = [leaf.id for leaf in leaves], {bet.id: bet for bet in r.settlement.bets}
        nodes = [leaf_of(leaf.id, leaf.wallet_hash, leaf.horse_number, leaf.stake) for leaf in leaves]
        yield "FAIR-16", "root", tree_of(nodes)[0].hex(), r.betsRoot
        yield "FAIR-16", "pool", sum(lamports(leaf.stake) for leaf in leaves), lamports(r.lockedBets.pool)
        yield "FAIR-16", "order of the leaves", sorted(set(ids)), ids
        yield "FAIR-16", "settled bets that are no leaf", [], sorted(set(settled) - set(ids))
        for leaf in leaves:
            bet = settled.get(leaf.id)
            yield "FAIR-16", f"{leaf.id} is settled, or voided", bet is None, leaf.voided is not None
            if bet:
                known = bet.user_wallet and bet.salt  # nothing to compare where it is not told
                told = sha256(f"wallet:{bet.user_wallet}:{bet.salt}") if known else leaf.wallet_hash
                yield ("FAIR-16", f"horse, stake and wallet of {leaf.id}",
                       (leaf.horse_number, leaf.stake, leaf.wallet_hash), (bet.horse_number, bet.stake, told))

    def moments(self, r, t):
        # One that is refunded shortly before its start starts later than it ended.
        told = [t.created, t.opened, t.locked, t.starts if t.completed else None, t.completed, t.settled]
        came = [at for at in told if at and moment(at)]
        yield "RACE-1", "moments in order", sorted(came), came
        yield "RACE-1", "no moment without those before it", came[:-1], told[:len(came) - 1]
        yield "RACE-1", "refunded in between", True, not t.refunded or t.created <= t.refunded <= t.settled
        yield "RACE-8", "revealed after the start", True, not t.revealed or (t.starts or "9") <= t.revealed
        if t.starts and t.completed:
            ran = milliseconds(t.starts, t.completed)
            yield "RACE-12", "duration", r.settings.durationMs, ran
        if t.starts and t.locked:
            waited = milliseconds(t.locked, t.starts)
            yield "FAIR-11", "started in time", min(waited, WAIT_MS + LEAD_MS), waited
        if r.refund_reason == "no_beacon":
            yield "FAIR-11", "closed, not started", (True, True, "beacon"), (bool(t.locked), not t.starts, r.entropy)
            waited = milliseconds(t.locked, t.refunded)
            yield "FAIR-11", "waited for a beacon", max(waited, WAIT_MS), waited
        for bet in r.settlement.bets:
            first, last = t.opened or "9", t.locked or t.refunded or ""
            yield "RACE-11", f"{bet.id}, placed between {first} and {last}", True, first <= bet.placed_at <= last

    def settlement(self, r, s, paid):
        """"Settlement"; what it tells stays as it was settled ("Records")."""
        t, bps, low, high = r.times, r.settings.houseEdgeBps, *map(lamports, (r.settings.minBet, r.settings.maxBet))
        told = (r.status, bool(t.refunded), bool(r.refund_reason), s.refundedAt, paid and not t.completed)
        yield ("EXPORT-3", "told as it was settled",
               ("completed" if paid else "refunded", not paid, not paid, None, False), told)
        pool = sum(lamports(bet.stake) for bet in s.bets)
        won = sum(lamports(bet.stake) for bet in s.bets if bet.horse_number == r.winning_horse)
        fee = pool * bps // 10000 if paid else 0
        net = pool - fee + lamports(s.jackpot) if paid else 0
        rest = net - sum(lamports(bet.payout) for bet in s.bets) if paid else 0
        yield "INV-4", "pool and remainder", (pool, rest), (lamports(s.pool), lamports(s.remainder))
        yield "MONEY-4" if paid else "MONEY-6", "fee and net", (fee, net), (lamports(s.fee), lamports(s.net))
        if paid or r.refund_reason == "no_winning_bet":
            yield "MONEY-6", "stakes on a winner", (paid, True), (won > 0, bool(r.winning_horse))
        for bet in s.bets:
            stake, wins = lamports(bet.stake), paid and bet.horse_number == r.winning_horse
            due, share = (net * stake // won if wins else 0, stake * bps // 10000) if paid else (stake, 0)
            yield from self.once("INV-5", "bet", bet.id)
            yield from self.once("BET-3", "payment", bet.signature) if bet.signature else ()
            yield "RACE-3", f"stake of {bet.id}", max(low, min(stake, high)), stake
            yield "MONEY-4", f"payout and fee of {bet.id}", (due, share), (lamports(bet.payout), lamports(bet.fee))
            yield "INV-5", f"result of {bet.id}", "win" if wins else "loss" if paid else "refunded", bet.result
            yield "EXPORT-3", f"later refund of {bet.id}", "0", bet.refunded
            self.bets[bet.id] = (r.id, stake)
            if wins and r.ledger == "real":
                self.open[r.id, bet.id] = (due, bet.user_wallet)
        leaves = r.lockedBets.bets if r.lockedBets else []
        # Of a race that was never locked nothing tells what a fork dropped.
        self.dropped[r.id] = sum(lamports(leaf.stake) for leaf in leaves if leaf.voided) if r.lockedBets else 2 ** 63
        if not paid:
            yield from self.pair("refund", r.id, None, False, Record(
                lamports=pool, dropped=self.dropped[r.id], cause=r.refund_reason, at=t.refunded or t.settled))

    def on_reversal(self, r):
        whole, stakes = r.scope == "race", {bet.id: (r.race, lamports(bet.lamports)) for bet in r.bets}
        yield "RULELOG-2", "stakes of the reversal", {name: self.bets.get(name) for name in stakes}, stakes
        for name in stakes:
            self.bets[name] = (r.race, "given back")
            self.cancelled.pop((r.race, name), None)
        told = Record(lamports=sum(stake for _, stake in stakes.values()), at=self.at, rule=r.rule)
        if whole:
            told.update(cause="by_admin", dropped=self.dropped.get(r.race, 0))
        yield from self.pair("refund", r.race, None if whole else "".join(stakes), True, told)

    def on_payout(self, r):
        key, self.count["payouts"] = (r.race, r.bet), self.count["payouts"] + 1
        due = self.open.pop(key, None) or self.kept.pop(key, None)
        yield "INV-7", f"payout of {r.bet}, which won and was not paid", True, bool(due)
        yield from self.once("INV-7", "payout", r.payment)
        if due:
            wallet = r.wallet if due[1] else None  # nothing to compare where one of them is not told
            yield "MONEY-10", f"lamports for {r.bet}", due[0], lamports(r.lamports)
            yield "MONEY-10", f"wallet for {r.bet}", wallet and due[1], wallet
            yield "MONEY-10", f"signature for {r.bet}", True, bool(r.signature or not r.wallet or r.outcome != "paid")
            if r.outcome == "kept":
                self.kept[key] = due
            elif r.outcome == "cancelled" and self.bets[r.bet][1] != "given back":  # that may be the next record
                self.cancelled[key] = self.at


class Node:
    """What a Solana node tells of what the records name: --rpc."""
    def __init__(self, url, rate, watched):
        self.url, self.pause, self.next, self.watched = url, 1 / rate, 0.0, watched

    def call(self, method, *params):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        request = urllib.request.Request(self.url, body, {"Content-Type": "application/json"})
        time.sleep(max(0, self.next - time.time()))
        self.next = time.time() + self.pause
        try:
            answer = read_json(urllib.request.urlopen(request, timeout=30).read())
        except urllib.error.HTTPError as error:
            if error.code != 429:
                raise
            self.next = time.time() + 10  # asked too often
            return self.call(method, *params)
        if answer.get("error") and method != "getBlock":
            raise OSError(f"{method}: {answer.error}")
        return answer.get("result")

    def transaction(self, signature):
        """Slot, payer of the fee and memos of a transaction that did not fail, or None."""
        options = {"encoding": "jsonParsed", "commitment": "confirmed", "maxSupportedTransactionVersion": 1}
        got = self.call("getTransaction", signature, options)
        if got and got.meta.err is None:
            instructions, payer = got.transaction.message.instructions, got.transaction.message.accountKeys[0].pubkey
            return got.slot, payer, [i.parsed for i in instructions if i.get("program") == "spl-memo"]

    def memo(self, rule, signature, text):
        """Compares a memo, and gives the slot and the payer of the fee where it is the one."""
        slot, payer, memos = signature and self.transaction(signature) or (None, None, [])
        yield rule, f"memo of {signature}", text, text if text in memos else memos
        return (slot, payer) if text in memos else (None, None)

    def on_day(self, r):
        text = f"furlong:1:export day={r.day} records={r.records} sha256={r.sha256}"
        yield from self.memo("EXPORT-5", r.anchor, text)

    def on_seed_chain(self, r):
        yield from self.memo("FAIR-7", r.anchor, f"furlong:1:seed-chain tip={r.tip} length={r.length}")

    def on_liabilities(self, r):
        text = f"furlong:1:liabilities at={r.taken_at} root={r.root} total={r.total} count={r.count} slot={r.slot}"
        yield from self.memo("OWED-6", r.anchor, f"{text} holdings={sum(lamports(h.lamports) for h in r.holdings)}")

    def on_race(self, r):
        """All of it that the chain tells; the payments of its bets only if it is looked at by itself."""
        anchors, beacon, slot, payer = r.anchors or {}, r.beacon or {}, None, None
        version, rules = (2, f" rules={r.rules.hash}") if r.rules else (1, "")
        announced, seed = beacon.get("announcedSlot"), f"race={r.id} seed={r.server_seed}"
        if anchors.get("commit"):
            slot, payer = yield from self.memo("FAIR-12", anchors.commit, (
                f"furlong:{version}:commit race={r.id} seed_hash={r.server_seed_hash} nonce={r.base_nonce} "
                f"settings={r.settings_hash}{rules}"))
            yield "FAIR-12", "commitment before the slot", True, (slot or 0) < (announced or 2 ** 63)
        if anchors.get("lock") and r.lockedBets:
            yield from self.lock(r, r.lockedBets, announced, payer)
        if anchors.get("result"):
            run = f"nonce={r.nonce} places={'-'.join(map(str, r.places or []))}"
            text = f"furlong:1:refunded {seed}" if r.winning_horse is None else f"furlong:1:result {seed} {run}"
            yield from self.memo("FAIR-12", anchors.result, text)
        if beacon.get("blockhash"):
            options = {"transactionDetails": "none", "rewards": False, "maxSupportedTransactionVersion": 1}
            first = self.call("getBlocksWithLimit", announced, 1, {"commitment": "confirmed"})
            block = self.call("getBlock", beacon.slot, options) or {}
            yield "FAIR-10", "first block", ([beacon.slot], beacon.blockhash), (first, block.get("blockhash"))
            yield "FAIR-10", "its parent before the slot", True, block.get("parentSlot", announced) < announced
        for bet in r.settlement.bets if r.id == self.watched else ():
            if bet.signature and bet.salt:
                made = sha256(f"bet:{r.id}:{bet.horse_number}:{bet.stake}:{bet.salt}")
                yield from self.memo("BET-13", bet.signature, f"furlong:2:bet {bet.id} {made}")

    def lock(self, r, locked, announced, payer):
        """"Lock of the bets": of several the first on the chain counts."""
        slot, by = yield from self.memo("FAIR-15", r.anchors.lock, (
            f"furlong:1:lock race={r.id} pool={locked.pool} bets={len(locked.bets)} root={r.betsRoot}"))
        if slot and announced:
            yield "FAIR-15", "announced slot", slot + 4, announced
        if payer and by:
            before, bounds = r.anchors.lock, {"until": r.anchors.commit, "limit": 1000}
            yield "FAIR-15", "wallet of the lock memo", payer, by
            while before:
                page = self.call("getSignaturesForAddress", payer, {**bounds, "before": before})
                memos = [x.memo or "" for x in page if x.err is None]
                yield "FAIR-15", "earlier locks", [], [x for x in memos if f"furlong:1:lock race={r.id} " in x]
                before = page[-1].signature if len(page) == 1000 else None
        for leaf in locked.bets:
            if leaf.voided and leaf.voided.signature:
                yield "FAIR-16", f"payment of {leaf.id}", None, self.transaction(leaf.voided.signature)


def texts_of(source):
    """(day, text, SHA-256 by the list of days) of each day's file, then lines that are in none: "Public export"."""
    def read(name):
        if is_server:
            return urllib.request.urlopen(f"{source}/{name}", timeout=60).read()
        with open(os.path.join(source, name), "rb") as file:
            return file.read()
    is_server = re.match("https?://", source)
    names = () if is_server else sorted(os.listdir(source))
    listing = {"days": [Record(day=x[:10], sha256=None) for x in names if re.fullmatch(r"[0-9-]{10}\.ndjson", x)]}
    if is_server or "days.json" in names:
        listing = read_json(read("api/export" if is_server else "days.json"))
    for day in listing["days"]:
        yield day.day, read(f"api/export/{day.sha256}.ndjson" if is_server else f"{day.day}.ndjson"), day.sha256
    cursor = listing["next"] if is_server else None
    while cursor:
        page = read_json(read(f"api/export/records?cursor={cursor}&limit=1000"))
        yield None, encoded("\n".join(page.records)), None
        cursor = page.nextCursor
    if not is_server:
        yield None, read("open.ndjson"), None


def vectors(v):
    """The formulas on the test vectors: (rule, what, expected, found)."""
    for o in v.outcomes:
        nonce = ".".join(filter(None, (o.nonce, o.blockhash)))
        yield ("FAIR-2", o.raceId, (o.finalNonce, o.seedHash, o.trace.winner, o.places, o.motionSeed),
               (nonce, sha256(o.serverSeed), *outcome_of(o.serverSeed, o.raceId, nonce)))
    for b in v.betCommitments:
        made = sha256(f"bet:{b.raceId}:{b.horseNumber}:{b.lamports}:{b.salt}")
        yield "BET-13", b.betId, (b.commitment, b.memo), (made, f"furlong:2:bet {b.betId} {made}")
    for lock in v.betLocks:
        leaves = [leaf_of(b.id, sha256(f"wallet:{b.wallet}:{b.salt}"), b.horseNumber, b.lamports) for b in lock.bets]
        root, paths = tree_of(leaves)
        yield ("FAIR-16", lock.raceId, (lock.root, [b.path for b in lock.bets]),
               (root.hex(), ["".join(node.hex() for node in path) for path in paths]))
    owed, leaves = v.liabilityTree, []
    for x in owed.leaves:
        hashed = sha256(f"liability:{x.account}:{x.salt}")
        leaves.append(leaf_of(hashed, x.lamports) + int(x.lamports).to_bytes(8, "big"))
    root, paths = tree_of(leaves)
    yield "OWED-2", "root and total", (owed.root, int(owed.total)), (root[:32].hex(), int.from_bytes(root[32:], "big"))
    yield ("OWED-2", "paths", [[bytes.fromhex(n.hash) + int(n.sum).to_bytes(8, "big") for n in x.path]
                               for x in owed.leaves], paths)
    yield from (("FAIR-1", "chunks", c.chunkIndex, first_fair(c.chunks)) for c in v.chunkSelection)
    seeds = [v.seedChain.tip, *v.seedChain.seeds]
    yield from (("FAIR-7", "seed", before, sha256(seed)) for before, seed in zip(seeds, seeds[1:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="?", default="", help="folder or address of a server")
    parser.add_argument("--json", action="store_true", help="faults as lines of JSON")
    for name in ("--race", "--rpc", "--vectors"):
        parser.add_argument(name)
    parser.add_argument("--rate", type=float, default=4.0)
    options = parser.parse_args()

    def report(**told):
        parts = (json.dumps(part, default=repr)[:300] for part in told.values())
        print(json.dumps(told, default=repr) if options.json else " ".join(parts))
    checker = Checker(report, options.race, options.rpc and Node(options.rpc, options.rate, options.race))
    try:
        if options.vectors:
            with open(options.vectors, "rb") as file:
                checker.compare(vectors(read_json(file.read())))
        for text in () if options.vectors else texts_of(options.source.rstrip("/")):
            checker.compare(checker.file(*text))
        checker.compare(checker.overdue(checker.created, at_end=True))
        if options.race and options.race not in {f"race-{n + 1}" for n in range(checker.number)}:
            raise ValueError(f"{options.race} is not in this history")
    except Exception as error:  # told in one line, with its place, whatever it is
        print(f"cannot be read: {checker.place}{error!r}", file=sys.stderr)
        return 2
    checker.count.update({"open payouts": len(checker.open)})
    counts = ", ".join(f"{n} {name}" for name, n in checker.count.items())
    print(counts, file=sys.stderr if options.json else sys.stdout)
    return 1 if checker.count["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
