#!/usr/bin/env python3
"""Checks the whole published history of the races, from docs/fairness.md alone; its sections are named in quotes.

    python3 verify.py FOLDER|URL [--race ID] [--json] [--rpc NODE_URL [--rate CALLS_A_SECOND]]

FOLDER is what `npm run export` wrote, URL a server. Each fault is one line: ok, seq, race, rule, what, expected, found.
--race tells each check of one race, --rpc reads from a Solana node what the records name there. Exit code: 0 without a
fault, 1 with one, 2 if something cannot be read. Signatures are checked where the module `cryptography` is installed.
"""
import argparse, base64, fractions, gzip, hashlib, hmac, json, pathlib, re, sys, time
from datetime import datetime
from urllib.request import HTTPError, Request, urlopen
try: from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey as PublicKey
except ImportError: PublicKey = None
MEMO_PROGRAMS = ("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
READING = {"commitment": "finalized", "encoding": "jsonParsed", "maxSupportedTransactionVersion": 1}
BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
GENESIS = {"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d": "mainnet-beta",
           "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG": "devnet"}  # every other chain is a localnet
TIME = r"([0-9-]{10}T[0-9:]{8}\.[0-9]{3})Z"
class Record(dict):
    """A JSON object with its fields as attributes. One that is not there breaks a check, which is told as EXPORT-1."""
    __getattr__ = dict.__getitem__
    def __init__(self, pairs=(), **fields):
        super().__init__(pairs, **fields)
        if len(self) < len(pairs): raise ValueError("a key twice: no two readers may see two things")
        names = {"anchor", "lock", "signature", *(("result",) if "lock" in self else ())} & self.keys()
        if not all(is_signature(self[name]) for name in names): raise ValueError("a text that is no signature")
        if self.get("entries", self) is None: raise ValueError("a race that names no entry of the public log")
        if self.get("outcome", "paid") not in ("paid", "kept"): raise ValueError("a payout that did not end so")
def read(address):
    try:
        with urlopen(address, timeout=60) as reply:
            return gzip.decompress(reply.read()) if reply.headers["Content-Encoding"] == "gzip" else reply.read()
    except HTTPError as error:
        if error.code != 429: raise
    time.sleep(10)  # asked too often
    return read(address)
def read_json(text): return json.loads(text, object_pairs_hook=Record, parse_float=fractions.Fraction)
def written(value): return json.dumps(value, separators=(",", ":"), ensure_ascii=False)  # as it has to be published
def lamports(text): return int(re.fullmatch("0|[1-9][0-9]{0,18}", text)[0])
def total(items, field="stake"): return sum(lamports(item[field]) for item in items)
def unix_ms(text): return round(datetime.fromisoformat(re.fullmatch(TIME, text)[1] + "+00:00").timestamp() * 1000)
def is_signature(text): return text is None or re.fullmatch(f"[{BASE58}]{{64,88}}", text) and base58(text, 64)
def base58(text, size): return sum(BASE58.index(c) * 58 ** n for n, c in enumerate(text[::-1])).to_bytes(size, "big")
def sha256(text): return hashlib.sha256(text.encode()).hexdigest()
def leaf_of(*parts): return hashlib.sha256(b"\0" + ":".join(map(str, parts)).encode()).digest()
def with_sum(digest, number): return digest + int(number).to_bytes(8, "big")  # in the tree of "What the house owes"
def account_leaf(account, salt, owed): return with_sum(leaf_of(sha256(f"liability:{account}:{salt}"), owed), owed)
def bet_memo(r, root, horse, stake, salt): return f"furlong:bet {sha256(f'bet:{r}:{horse}:{stake}:{salt}')} {root}"
def first_fair(chunks): return next((i for i, chunk in enumerate(chunks) if int(chunk, 16) < 6 * 715827882), None)
def node_of(left, right):  # of a tree with sums where there is more than a hash
    number = int.from_bytes(left[32:], "big") + int.from_bytes(right[32:], "big")
    return hashlib.sha256(b"\1" + left + right).digest() + number.to_bytes(len(left) - 32, "big")
def root_of(level):  # "Lock of the bets"
    while len(level) > 1:
        level = [node_of(*two) if two[1:] else two[0] for two in (level[at:at + 2] for at in range(0, len(level), 2))]
    return level[0] if level else hashlib.sha256(b"").digest()
def root_of_peaks(peaks):  # "Public log"
    *lefts, (_, root) = peaks
    for _, left in reversed(lefts): root = node_of(left, root)
    return root.hex()
def grown(peaks, leaf):  # the roots of the tree's complete subtrees, with their sizes
    peaks = [*peaks, (1, leaf)]
    while peaks[1:] and peaks[-2][0] == peaks[-1][0]:
        *peaks, (size, left), (_, right) = peaks
        peaks.append((2 * size, node_of(left, right)))
    return peaks
def head_of(memo):  # origin, size and root of a checkpoint, or None
    found = re.fullmatch(r"([!-*,-~]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)", memo)
    return found and (found[1], int(found[2]), base64.b64decode(found[3]).hex())
def outcome_of(seed, race, nonce):  # "Winner", "Places and motion": winner, places, motion seed
    def keyed(text): return hmac.new(seed.encode(), text.encode(), hashlib.sha256).digest()
    for counter in ["", *(f":{n}" for n in range(1, 1001))]:
        chunks = re.findall("." * 8, sha256(f"{seed}:{race}:{nonce}{counter}"))
        if first_fair(chunks) is not None: break
    winner = int(chunks[first_fair(chunks) or 0], 16) % 6 + 1
    others = [horse for horse in range(1, 7) if horse != winner]
    drawn = (byte for n in range(10 ** 6) for byte in keyed(f"places|{race}|{nonce}" + (f"|{n}" if n else "")))
    for last in (4, 3, 2, 1):
        at = next(byte for byte in drawn if byte < 256 - 256 % (last + 1)) % (last + 1)
        others[at], others[last] = others[last], others[at]
    return winner, [winner, *others], keyed(f"motion|{race}|{nonce}")[:16].hex()
def commit_entry(r, s, at):  # "What a race commits to": the entry that says what a race shows
    names = ["version", "raceType", "durationMs", "houseEdgeBps", "minBets", "minBet", "maxBet", "countdownMs",
             "extendMs", "referralRateBps", "bonusFundShareBps", "superfectaBonus", "outcomeEntropy", "ledger",
             "special"]
    return dict(kind="commit", at=at, race=r.id, number=r.number, seed_hash=r.server_seed_hash, base_nonce=r.base_nonce,
                settings={name: s.get(name) for name in names}, jackpot=s.get("jackpot"),
                horses=[{name: horse[name] for name in ("number", "id", "name")} for horse in r.horses],
                lock_wallet=r.lock_wallet)
def settings_by_rules(rules, race):  # "What a race commits to": the values that each of its settings may have
    def times(factor, key): return [fractions.Fraction(rules.get(key, -1)) * factor]  # no race has -1
    def sol(key): return [str(value) for value in times(10 ** 9, key)]
    types, weights = (read_json(rules.get(key, "{}")) for key in ("race_types", "race_type_weights"))
    play = rules.get("testing_mode_enabled") == "true" and rules.get("network") != "mainnet-beta"
    always = {
        "durationMs": times(1000, f"{race.raceType}_duration"), "extendMs": times(1000, "extend_seconds"),
        "referralRateBps": times(100, "referral_rate"), "bonusFundShareBps": times(100, "bonus_fund_share"),
        "minBet": sol("min_bet_amount"), "maxBet": sol("max_bet_amount"), "ledger": ["play" if play else "real"],
        "superfectaBonus": sol("superfecta_bonus_sol"), "outcomeEntropy": [rules.get("outcome_entropy")]}
    return always if race.get("special") else {
        **always, "raceType": [kind for kind in types if weights.get(kind, 0) > 0],
        "houseEdgeBps": times(100, "house_edge"), "minBets": times(1, "min_bets_to_start"),
        "countdownMs": times(1000, "countdown_seconds"), "jackpot": [*sol("jackpot_pool_amount"), "0"]}
def is_signed(address, signature, text):  # it is verified, or that raises: also for another length or alphabet
    try: return not PublicKey.from_public_bytes(base58(address, 32)).verify(signature(), text.encode())
    except Exception: return False
class Checker:
    """Goes through the records in order ("Checking all of history") and keeps what later ones are compared with."""
    def __init__(self, args):
        self.args, self.checks, self.faults, self.seq, self.race, self.counts, self.node = args, 0, 0, 0, None, {}, None
        self.days, self.day, self.file_hash, self.unruled, self.taken_at, self.at = {}, None, None, {}, 0, 0
        self.head, self.rules, self.rows, self.refunds = (0, [], 0, True), {}, {}, {}  # public log
        self.opened, self.commits, self.committed = None, {}, 0
        self.seen, self.chains, self.used, self.raced, self.owed = set(), {}, {}, set(), set()  # the last two of days
        self.number, self.created, self.over = 0, 0, 0  # the last race
        self.bets, self.open, self.kept = {}, {}, {}  # bets, and their payouts
    def check(self, rule, what, due, found):
        self.checks, self.faults = self.checks + 1, self.faults + (due != found)
        if due != found or self.race and self.race == self.args.race:
            told = dict(ok=due == found, seq=self.seq, race=self.race, rule=rule, what=what, expected=due, found=found)
            print(json.dumps(told, default=repr) if self.args.json else " ".join(f"{x!s:.300}" for x in told.values()))
    def true(self, rule, what, holds): self.check(rule, what, True, bool(holds))
    def fields(self, rule, record, **due):
        for name, value in due.items(): self.check(rule, f"{name} of {record.get('id', 'it')}", value, record.get(name))
    def count(self, what, number=1): self.counts[what] = self.counts.get(what, 0) + int(number or 0)
    def once(self, rule, what, name):
        self.true(rule, f"{what} {name}, not before", (what, name) not in self.seen)
        self.seen.add((what, name))
    def history(self, source):  # "Public export", in a folder or on a server
        source = source if (is_server := re.match("https?://", source)) else pathlib.Path(source).resolve().as_uri()
        if self.args.rpc: self.node = GENESIS.get(self.call("getGenesisHash"), "localnet")
        listing = read_json(read(f"{source}/api/export" if is_server else f"{source}/days.json"))
        for day in listing.days:
            text = read(f"{source}/api/export/{day.sha256}.ndjson" if is_server else f"{source}/{day.day}.ndjson")
            (head, *lines), digest, self.race = text.splitlines(keepends=True), hashlib.sha256(text).hexdigest(), None
            self.check("EXPORT-5", f"SHA-256 and end of {day.day}", (day.sha256, b"\n"), (digest, text[-1:]))
            head, self.day = read_json(head), unix_ms(f"{day.day}T00:00:00.000Z")
            self.fields("EXPORT-5", head, furlong="export", version=1, day=day.day, previous=self.file_hash,
                        first=self.seq + 1, records=len(lines))
            self.days[day.day], self.file_hash = (digest, len(lines)), digest
            for line in lines: self.record(line)
            if head.network != self.rules.get("network", head.network): self.unruled[day.day] = head.network
        self.day, cursor = None, listing.next if is_server else None
        while cursor:
            page = read_json(read(f"{source}/api/export/records?cursor={cursor}&limit=1000"))
            for line in page.records: self.record(line)
            cursor = page.nextCursor
        for line in [] if is_server else read(f"{source}/open.ndjson").splitlines(): self.record(line)
        self.race, network = None, self.rules.get("network")
        for day, named in self.unruled.items(): self.check("EXPORT-10", f"network of {day}", network, named)
        if self.node and network: self.check("EXPORT-10", "network of the node", network, self.node)
        for (self.race, *_), rows in self.refunds.items():
            for row in rows: self.true("RULELOG-2", f"refund of row {row.row}", unix_ms(row.at) >= self.created)
        self.counts |= {"files without memo": len(self.days), "days without liabilities": len(self.raced - self.owed)}
        if is_server and self.args.rpc: self.walk(source)
        if self.args.race and not 1 <= int(self.args.race[5:]) <= self.number: raise LookupError(self.args.race)
    def record(self, line):
        self.race, due, self.seq = None, self.seq + 1, self.seq + 1
        try:
            r, text = read_json(line), line if isinstance(line, str) else line.decode().rstrip("\n")
            self.seq, self.at = int(r.seq), max(unix_ms(r.at), self.at)
            self.check("EXPORT-1", "seq and text of the record", (due, text), (r.seq, written(r)))
            self.true("EXPORT-1", f"at {r.at}, not an hour before another", self.at - unix_ms(r.at) <= 3600000)
            self.true("EXPORT-5", f"at {r.at}, its day", not self.day or -1 <= (unix_ms(r.at) - self.day) / 36e5 < 25)
            if self.args.rpc: self.count("records of another network", not self.asks())
            self.race = r.race.id if r.kind == "race" else r.get("race")
            getattr(self, "on_" + r.kind.replace("-", "_"), len)(r)  # there may come further kinds
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, RecursionError) as error:
            self.check("EXPORT-1", "form of the record", None, repr(error))
    def on_day(self, r):
        self.check("EXPORT-5", f"file of {r.day}", self.days.pop(r.day, None), (r.sha256, r.records))
        self.memo("EXPORT-5", r.anchor or "", f"furlong:1:export day={r.day} records={r.records} sha256={r.sha256}")
    def on_seed_chain(self, r):
        chain = self.chains.setdefault(r.tip, Record(published=None, index=0, good=(0, r.tip)))
        self.check("FAIR-7", "chain that was published before", None, chain.published)
        chain.update(published=(r.length, r.anchor), network=r.network)
        text = f"furlong:1:seed-chain tip={r.tip} length={r.length}"
        if self.asks(r.network): chain.update(slot=self.memo("FAIR-7", r.anchor or "", text)[0])
    def on_liabilities(self, r):  # "What the house owes"
        self.true("OWED-6", f"{r.taken_at}, later than the last", unix_ms(r.taken_at) > self.taken_at)
        self.true("OWED-2", "nothing owed on no account", r.count or (r.root, r.total) == (sha256(""), "0"))
        hot, wallets = [x.address for x in r.holdings if x.kind == "hot"], {x.address for x in r.holdings}
        self.check("OWED-7", "each wallet once, a hot one too", (len(r.holdings), True), (len(wallets), bool(hot)))
        self.true("OWED-2", f"a lamport on each of {r.count} accounts", 0 <= r.count <= lamports(r.total) < 2 ** 63)
        self.taken_at, at, slot = unix_ms(r.taken_at), f"at={r.taken_at} root={r.root}", f"slot={r.slot}"
        self.owed.add(r.taken_at[:10])
        for held in r.holdings:
            text = f"furlong:1:holdings {at} {slot} address={held.address} lamports={held.lamports}"
            self.count("holdings without signature", not held.signature)
            self.count("signatures not checked", bool(held.signature) and not PublicKey)
            if held.signature and PublicKey: self.true(
                "OWED-7", "signature", is_signed(held.address, lambda: base58(held.signature, 64), text))
        text = f"furlong:1:liabilities {at} total={r.total} count={r.count} {slot} holdings="
        _, payer = self.memo("OWED-6", r.anchor or "", text + str(total(r.holdings, "lamports")))
        apart = abs((payer and self.call("getBlockTime", int(r.slot)) or self.taken_at / 1000) * 1000 - self.taken_at)
        if payer: self.check("OWED-6", f"hot wallet {payer}, slot", (True, True), (payer in hot, apart <= 3600000))
    def on_rule(self, r):  # "Public log"
        entry, (row, peaks, last, ended) = read_json(r.entry), self.head
        at, begins = unix_ms(entry.at), f'{{"kind":"{entry.kind}","at":"{entry.at}"'
        kind, opens = entry.get("rule") if entry.kind == "rule" else entry.kind, entry.kind == "open"
        row, peaks = (1, []) if opens else (row + 1, peaks)  # each log is a tree of its own
        self.fields("EXPORT-1", r, entry=written(entry))
        self.fields("RULELOG-1", r, row=row)
        self.check("RULELOG-1", "beginning, open after close alone, time not before the last",
                   (begins, ended, max(last, at)), (r.entry[:len(begins)], opens, at))
        peaks = grown(peaks, leaf_of(r.entry))
        self.head = (row, peaks, max(last, at), entry.kind == "close")
        if kind == "setting":
            self.check("RULELOG-3", f"from of {entry.key}", self.rules.get(entry.key), entry["from"])
            self.rules = {**self.rules, entry.key: entry.to}
        if opens and not ended and (lost := self.chains.get(self.used.get(self.rules.get("network")))):
            lost.update(index=lost.published[0])  # without "close": what is left of its seeds may be public
        if opens: self.opened, self.rules, self.rows, self.commits = entry, entry.rules, {}, {}
        if kind == "commit":
            self.check("FAIR-12", "number, one more than the last", self.committed + 1, entry.number)
            self.committed, self.commits[row] = max(self.committed, int(entry.number)), r.entry
        self.unruled = {day: name for day, name in self.unruled.items() if name != self.rules.get("network")}
        if kind == "refund-bet" and not entry.settled:  # while bets were taken: no race has it
            self.once("INV-5", "bet", entry.bet)
        elif kind in ("refund-race", "refund-bet"):
            self.refunds.setdefault((entry.race, entry.get("bet"), entry.settled), []).append(Record(entry, row=row))
        self.rows[row] = (root_of_peaks(peaks), at, self.rules)
    def entries(self, base, size):  # of a log: its root at each size up to this one, its first and its last entry
        peaks, roots, digits_of = [], [sha256("")], re.compile("...").findall
        for at in range(0, size, 256):
            *above, last = digits_of(str(at >> 8).zfill(-(-len(str(at >> 8)) // 3) * 3))
            part = f".p/{size - at}" if size - at < 256 else ""
            bundle = read("/".join([f"{base}/tile/entries", *(f"x{digits}" for digits in above), last + part]))
            while bundle:
                end = 2 + int.from_bytes(bundle[:2], "big")
                entry, bundle = bundle[2:end].decode(), bundle[end:]
                opened, peaks = entry if len(roots) == 1 else opened, grown(peaks, leaf_of(entry))
                roots.append(root_of_peaks(peaks))
        return dict(enumerate(roots)), read_json(opened), read_json(entry)
    def log(self, base):  # as it is served with its checkpoint, and whether it ended with "close"
        note = read(f"{base}/checkpoint").decode()
        text, signature = note[:note.index("\n\n") + 1], base64.b64decode(note.split(" ")[2])[4:]
        origin, size, root = head_of(text[:-1])
        roots, opened, last = self.entries(base, size)
        told = (opened.origin, max(roots), roots[max(roots)])
        self.check("LOG-13", f"checkpoint of {base}", told, (origin, size, root))
        if PublicKey: self.true("LOG-13", f"signature of {base}", is_signed(opened.notary, lambda: signature, text))
        return roots, opened, last.kind == "close"
    def serves(self, base, size, root):  # the server may not have seen yet that its newest memo is final
        try: return self.entries(base, size)[0].get(size) == root
        except HTTPError: return False
    def walk(self, source):  # "Public log": all that its notaries wrote to the chain, from the open log to the first
        told, later = read_json(read(f"{source}/api/fairness/chain")).log, None
        origin, due = told and told.origin, self.head[0] and root_of_peaks(self.head[1])
        named, ahead = not told or not due, False
        while origin:
            base, before, memos = f"{source}/log/{origin[-16:]}", {"commitment": "finalized", "limit": 1000}, []
            try: notary = self.log(base)[1].notary
            except HTTPError as error:  # nothing of it is anchored yet, or nothing of it is there any more
                if error.code != 404: raise
                self.count("anchored entries that were lost", later and later.size)
                ahead = True
                break
            while before:
                page = self.call("getSignaturesForAddress", notary, before)
                texts = [(x, re.sub(r"^\[[0-9]+\] ", "", text)) for x in page for text in (x.memo or "").split("; ")]
                memos += [(x, head_of(text)) for x, text in texts if head_of(text)]
                before = len(page) == 1000 and {**before, "before": page[-1].signature}
            roots, opened, is_closed = self.log(base)  # read after the memos, which it has to reach
            newest, last, ends = max(roots), later and later.size or 0, later and not is_closed
            named, ahead = named or roots.get(self.head[0]) == due, ahead or not later and self.head[0] > newest
            for x, (name, size, root) in memos:
                holds = name == opened.origin and roots.get(size) == root
                payer = notary if holds else x.err is None and self.landed(x.signature).payer
                if payer == notary and name == opened.origin and size > newest: holds = self.serves(base, size, root)
                if x.err is not None: self.count("memos like a notary's that failed")
                elif payer is None: self.count("memos of an unknown payer")
                elif payer != notary: self.count("memos like a notary's by others")
                else:
                    is_lost = ends and name == opened.origin and size > newest
                    self.true("LOG-13", f"{x.signature}: root of {name} at {size}", holds or is_lost)
                    last = max(last, size)
            if later and later.size in roots: self.check("LOG-13", f"end of {base}", roots[later.size], later.root)
            self.count("anchored entries that were lost", ends and max(0, last - newest))
            later, origin = opened.before, opened.before and opened.before.origin
        self.count("newer entries that are not anchored", ahead and not named)
        self.true("LOG-13", f"log of the records, {due}", named or ahead)
    def on_race(self, record):
        r, s = record.race, record.race.settings
        t = Record({name: at and unix_ms(at) for name, at in r.times.items()})
        self.fields("EXPORT-2", r, number=self.number + 1, id=f"race-{r.number}")
        self.true("RACE-4", f"created after the last was over, {self.over}", self.over <= t.created)
        self.number, self.created, self.over = r.number, t.created, t.completed or t.refunded or t.settled
        self.raced.add(r.times.created[:10])
        self.count("races without result memo", r.ledger == "real" and not r.anchors.result)
        self.count("sealed races", r.ledger == "real" and r.entropy == "sealed")
        for check in (self.seed, self.terms, self.course, self.lock, self.settlement, self.by_node): check(r, s, t)
    def seed(self, r, s, t):  # "Seed chain"
        told, end = r.seed_chain, (r.seed_chain.length, r.seed_chain.anchor)
        chain = self.chains.setdefault(told.tip, Record(published=None, index=0, good=(0, told.tip)))
        if r.ledger == "real" or chain.published: self.check("FAIR-7", "length and anchor", chain.published, end)
        self.fields("FAIR-6", r, server_seed_hash=sha256(r.server_seed))
        network = self.rows.get(r.entries.commit, (0, 0, {}))[2].get("network") or chain.get("network")
        self.check("EXPORT-10", "network of the chain", network, chain.get("network") or network)
        chain.update(network=chain.get("network") and network)
        used = self.chains[self.used.get(chain.get("network"), told.tip)]
        self.true("FAIR-7", "the chain before used up", used is chain or used.index >= (used.published or (0,))[0])
        self.used[chain.get("network")] = told.tip
        self.fields("FAIR-7", told, index=chain.index + 1)
        (place, good), hashed = chain.good, r.server_seed  # of the last one that held
        steps = min(told.index, told.length, place + 10 ** 6) - place
        for _ in range(steps): hashed = sha256(hashed)
        self.check("FAIR-7", f"seed, hashed {steps} times", (good, True), (hashed, steps > 0))
        chain.update(published=chain.published or end, index=chain.index + 1)
        if steps > 0 and hashed == good: chain.update(index=told.index, good=(told.index, r.server_seed))
    def terms(self, r, s, t):  # "What a race commits to"
        index, anchor = r.entries.commit, (r.anchors or {}).get("commit")
        entry, opened = self.commits.pop(index + 1, None), self.opened or Record(origin=0, notary=0)
        at = read_json(entry).at if entry else None
        self.check("FAIR-12", f"entry {index} of the log", written(commit_entry(r, s, at)), entry)
        self.check("FAIR-12", "a wallet for the lock", s.ledger == "real", bool(r.lock_wallet))
        self.true("FAIR-12", "commitment anchored", not t.opened or anchor)
        if anchor:
            origin, size, root = head_of(anchor.checkpoint) or (None, 0, None)
            due = (opened.origin, self.rows.get(size, (None,))[0], opened.notary)
            self.check("FAIR-12", f"checkpoint of {size} entries", due, (origin, root, anchor.notary))
            self.true("FAIR-12", f"a checkpoint of more than {index} entries", size > index)
        self.fields("RACE-3", r | r.settlement, race_type=s.raceType, ledger=s.ledger, jackpot=s.jackpot)
        self.check("RULELOG-4", "version and is_special", (1, s.special), (s.version, r.is_special))
        rules = self.rows.get(index, (None, 0, None))[2]
        self.rows = {row: told for row, told in self.rows.items() if row >= index or rules is None}
        for name, values in settings_by_rules(rules, s).items() if rules is not None else ():
            self.true("RULELOG-4", f"{name} {s.get(name)}, of {', '.join(map(str, values))}", s.get(name) in values)
    def course(self, r, s, t):  # the moments, "Beacon", "Winner", "Places and motion"
        order = [t.created, t.opened, t.locked and t.closes, t.locked, t.completed and t.starts, t.completed, t.settled]
        came = [at for at in order if at]
        self.check("RACE-1", "moments in order", (sorted(came), order[:len(came) - 1]), (came, came[:-1]))
        self.true("RACE-1", "refunded in between", not t.refunded or came[-2] <= t.refunded <= t.settled)
        told = t.starts and t.starts <= t.revealed <= t.settled if t.revealed else not t.completed
        self.true("RACE-8", "places told in time, or late by a server that stood still", told)
        waited = (t.starts or t.refunded or t.settled) - t.locked if t.locked else 0
        holds = r.refund_reason != "no_beacon" or not t.starts and waited >= 30000 and r.entropy == "beacon"
        self.true("FAIR-11", f"beacon awaited for {waited} ms", holds and (not t.starts or 0 <= waited <= 31500))
        if t.starts and t.completed: self.check("RACE-12", "duration", s.durationMs, t.completed - t.starts)
        self.check("FAIR-5", "horses", [1, 2, 3, 4, 5, 6], [horse.number for horse in r.horses])
        block, is_beacon = r.beacon and r.beacon.blockhash, r.entropy == "beacon"  # "Beacon"
        self.fields("FAIR-10", r, entropy=s.outcomeEntropy, nonce=".".join(filter(None, (r.base_nonce, block))))
        self.true("FAIR-10", f"block of a beacon, {block}", bool(block) == is_beacon or not block and not t.starts)
        self.true("FAIR-10", "block not before the slot", not block or r.beacon.announcedSlot <= r.beacon.slot)
        winner, places, motion = outcome_of(r.server_seed, r.id, r.nonce)
        for name, came, value, rules in (("winning_horse", t.completed, winner, ("RACE-8", "FAIR-2")),
                                         ("places", t.revealed, places, ("RACE-7", "FAIR-14")),
                                         ("motion_seed", t.starts, motion, ("RACE-7", "FAIR-14"))):
            self.check(rules[bool(came and r[name])], name, value if came else None, r[name])
    def lock(self, r, s, t):  # "Lock of the bets"
        must, leaves = r.ledger == "real" and t.locked, r.lockedBets.bets if r.lockedBets else []
        self.true("FAIR-15", "lock memo", not must or not (t.starts or r.beacon) or (r.anchors or {}).get("lock"))
        self.check("FAIR-16", "locked bets", bool(must or r.lockedBets), bool(r.lockedBets and r.betsRoot))
        ids, settled = [leaf.id for leaf in leaves], {bet.id: bet for bet in r.settlement.bets}
        for leaf in leaves:
            bet, due = settled.pop(leaf.id, None), (leaf.horse_number, leaf.stake, leaf.wallet_hash)
            wallet = bet and bet.user_wallet and sha256(f"wallet:{bet.user_wallet}:{bet.salt}")
            self.check("FAIR-16", f"horse, stake and wallet of {leaf.id}, which is settled",
                       due, bet and (bet.horse_number, bet.stake, wallet or leaf.wallet_hash))
        if not r.lockedBets: return
        root = root_of([leaf_of(leaf.id, leaf.wallet_hash, leaf.horse_number, leaf.stake) for leaf in leaves])
        self.check("FAIR-16", "root and pool", (root.hex(), total(leaves)), (r.betsRoot, lamports(r.lockedBets.pool)))
        self.check("FAIR-16", "order of the leaves; bets that are none", (sorted(set(ids)), []), (ids, list(settled)))
    def settlement(self, r, s, t):  # "Settlement"; what it tells stays as it was settled ("Records")
        books, bets, paid, cause = r.settlement, r.settlement.bets, r.settlement.kind == "paid", r.refund_reason
        told = (r.status, not t.refunded, not cause, books.refundedAt, paid and not t.completed)
        self.check("EXPORT-3", "how it ended", ("completed" if paid else "refunded", paid, paid, None, False), told)
        pool, edge = total(bets), s.houseEdgeBps if paid else 0
        won, fee = total(bet for bet in bets if bet.horse_number == r.winning_horse), pool * edge // 10000
        net = pool - fee + lamports(books.jackpot) if paid else 0
        self.fields("INV-4", books, pool=str(pool), remainder=str(net - total(bets, "payout") if paid else 0))
        self.fields("MONEY-4" if paid else "MONEY-6", books, fee=str(fee), net=str(net))
        self.true("FAIR-12", f"refunded as {cause}", cause != "log_ended" or not t.opened)
        if paid or cause == "no_winning_bet":
            self.check("MONEY-6", "stakes on a winner", (paid, True), (won > 0, bool(r.winning_horse)))
        first, last = t.opened or 2 ** 63, t.locked or t.refunded or 0
        for bet in bets:
            stake, wins, bettor = lamports(bet.stake), bet.horse_number == r.winning_horse, bet.user_wallet
            due, result = (stake, "refunded") if not paid else (net * stake // won, "win") if wins else (0, "loss")
            self.fields("MONEY-4", bet, payout=str(due), fee=str(stake * edge // 10000))
            self.fields("INV-5", bet, result=result)
            self.true("EXPORT-3", f"no later refund of {bet.id}", bet.refunded == "0" or not paid)
            self.true("RACE-3", f"stake of {bet.id}", lamports(s.minBet) <= stake <= lamports(s.maxBet))
            self.true("RACE-11", f"{bet.id} placed while bets were taken", first <= unix_ms(bet.placed_at) <= last)
            for rule, name in ("INV-5", bet.id), ("BET-3", bet.signature), ("BET-4", bettor and (r.id, bettor)):
                if name: self.once(rule, "bet", name)
            if result == "win" and r.ledger == "real": self.open[r.id, bet.id] = (due, bet.user_wallet)
            self.bets[bet.id] = (r.id, r.ledger, stake) if result == "loss" else result
        rows = self.refunds.pop((r.id, None, False), [])
        self.check("RULELOG-2", "rows of its refund", int(not paid), len(rows))
        for row in rows: self.refund(row, pool, cause)
    def refund(self, row, stakes, cause=None):
        self.check("RULELOG-2", f"lamports in row {row.row}", stakes, lamports(row.lamports))
        self.check("RULELOG-2", f"cause in row {row.row}", cause, row.get("cause"))
        self.true("MONEY-9", f"reason in row {row.row}", row.reason or not row.settled)
    def on_reversal(self, r):
        whole, stakes = r.scope == "race", {bet.id: (r.race, r.ledger, lamports(bet.lamports)) for bet in r.bets}
        self.check("MONEY-9", "lost stakes given back", {name: self.bets.get(name) for name in stakes}, stakes)
        self.check("MONEY-9", "bets of the reversal, each once", len(stakes), len(r.bets))
        self.bets.update(dict.fromkeys(stakes, "given back"))
        rows = self.refunds.pop((r.race, None if whole else "".join(stakes), True), [])
        self.true("RULELOG-2", f"row of the reversal, {r.rule}", len(rows) == 1 and r.rule in (None, rows[0].row))
        for row in rows: self.refund(row, total(r.bets, "lamports"), "by_admin" if whole else None)
    def on_payout(self, r):
        key = (r.race, r.bet)
        due, wallet = self.open.pop(key, None) or self.kept.pop(key, None) or (None, None)
        self.true("INV-7", f"payout of {r.bet}, which won and was not paid", due is not None)
        self.once("INV-7", "payout", r.payment)
        if due is not None:  # the wallet is compared where both tell it
            self.fields("MONEY-10", r, lamports=str(due), wallet=r.wallet and (wallet or r.wallet))
            self.true("MONEY-10", "signature", r.signature or not r.wallet or r.outcome != "paid")
        if r.signature: self.once("INV-7", "transaction", r.signature)
        if r.signature and r.wallet and self.asks():
            moved, sent = self.landed(r.signature).transfers, (r.lamports, r.wallet)
            self.check("MONEY-10", f"transfer of {r.signature}", sent, sent if sent in moved else moved)
        self.count("payouts without wallet", r.outcome == "paid" and not r.wallet)
        self.count("payouts kept in the game", r.outcome == "kept")
        if r.outcome == "kept": self.kept[key] = (due, wallet)
    def asks(self, network=None):  # whether the node is one of the network that is in force, or of this one
        return self.args.rpc and self.node == (network or self.rules.get("network", self.node))
    def call(self, method, *params):  # of the Solana node of --rpc
        time.sleep(1 / self.args.rate)
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        try: answer = read_json(read(Request(self.args.rpc, body, {"Content-Type": "application/json"})))
        except ValueError as error: raise OSError(f"{self.args.rpc}: {error}")
        if answer.get("error") and method != "getBlock": raise OSError(f"{method}: {answer.error}")
        return answer.get("result")
    def landed(self, signature):  # slot, payer of the fee, memos and transfers of a transaction that did not fail
        got = signature and self.call("getTransaction", signature, READING)
        if not got or got.meta.err is not None: return Record(slot=None, payer=None, memos=[], transfers=[])
        message, parts = got.transaction.message, got.transaction.message.instructions
        inner = [part for of in got.meta.get("innerInstructions") or [] for part in of.instructions]
        moved = [part.parsed for part in (*parts, *inner) if part.programId == "1" * 32]
        memos = [part.get("parsed") for part in parts if part.programId in MEMO_PROGRAMS]
        sent = [(str(part.info.lamports), part.info.destination) for part in moved if part.type == "transfer"]
        return Record(slot=got.slot, payer=message.accountKeys[0].pubkey, memos=memos, transfers=sent)
    def memo(self, rule, signature, text):  # "Memos on the chain"; gives slot and payer of the one that is due
        if not self.asks() or signature is None: return None, None
        got = self.landed(signature)
        self.check(rule, f"memo of {signature}", text, text if text in got.memos else got.memos)
        return (got.slot, got.payer) if text in got.memos else (None, None)
    def by_node(self, r, s, t):
        if not self.asks() or not self.asks(self.chains[r.seed_chain.tip].get("network")): return
        anchors, beacon, locked, race = r.anchors or {}, r.beacon or {}, r.lockedBets, f"race={r.id}"
        announced, seed = beacon.get("announcedSlot"), f"{race} seed={r.server_seed}"
        commit = anchors.get("commit") or Record(signature=None, checkpoint="", notary=None, slot=None)
        committed, payer = self.memo("FAIR-12", commit.signature, commit.checkpoint)
        if payer: self.check("FAIR-12", "notary and slot", (commit.notary, commit.slot), (payer, committed))
        committed = commit.slot
        text = locked and f"furlong:1:lock {race} pool={locked.pool} bets={len(locked.bets)} root={r.betsRoot}"
        slot, by = self.memo("FAIR-15", locked and anchors.get("lock"), text)
        if slot and announced: self.check("FAIR-15", "slot 4 after the lock", slot + 4, announced)
        run = f"nonce={r.nonce} places={'-'.join(map(str, r.places or []))}"
        text = f"furlong:1:result {seed} {run}" if r.winning_horse else f"furlong:1:refunded {seed}"
        ended, _ = self.memo("FAIR-12", anchors.get("result"), text)
        decided = (committed or 0) < (slot or announced or 1e99)
        decided = decided and (announced or slot or 0) <= (r.places and ended or 1e99)
        self.true("FAIR-12" if announced else "FAIR-15", "commitment, then the close, then the result", decided)
        self.true("FAIR-12", "chain before it", (self.chains[r.seed_chain.tip].get("slot") or 0) <= (committed or 1e99))
        if slot: self.check("FAIR-15", "wallet of the lock memo", r.lock_wallet, by)
        before = slot and commit.slot and anchors.lock
        while before:  # of several the first on the chain counts
            page = self.call("getSignaturesForAddress", r.lock_wallet, {"limit": 1000, "before": before})
            later = [x for x in page if x.slot > commit.slot and x.err is None]
            named = [x.signature for x in later if f":lock {race} " in (x.memo or "")]
            self.check("FAIR-15", "earlier locks", [], [x for x in named if self.landed(x).payer == r.lock_wallet])
            before = page[-1].signature if len(page) == 1000 and page[-1].slot >= commit.slot else None
        if beacon.get("blockhash"):
            first = self.call("getBlocksWithLimit", announced, 1, {"commitment": "finalized"})
            block = self.call("getBlock", beacon.slot, READING | {"transactionDetails": "none", "rewards": False}) or {}
            self.check("FAIR-10", "first block", ([beacon.slot], beacon.blockhash), (first, block.get("blockhash")))
            self.true("FAIR-10", "its parent before the slot", block.get("parentSlot", announced) < announced)
        root = commit.checkpoint.split("\n")[-1]
        for bet in (bet for bet in r.settlement.bets if r.id == self.args.race and bet.signature and bet.salt):
            paid, _ = self.memo("BET-13", bet.signature, bet_memo(r.id, root, bet.horse_number, bet.stake, bet.salt))
            self.true("FAIR-12", f"{bet.id} paid for after the commitment", not paid or (commit.slot or 1e99) < paid)
if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options = {"source": {}, "--json": dict(action="store_true"),
               "--rate": dict(type=float, default=4.0), "--race": {}, "--rpc": {}}
    for name, more in options.items(): parser.add_argument(name, **more)
    run = Checker(args := parser.parse_args())
    try: run.history(args.source.rstrip("/"))
    except Exception as error:  # told in one line, whatever it is
        print(f"cannot be read after record {run.seq}: {error!r}", file=sys.stderr)
        sys.exit(2)
    print(f"{run.checks} checks, {run.faults} faults, {run.seq} records, {run.number} races, {len(run.open)} wins due",
          *(f"{n} {what}" for what, n in run.counts.items()), sep=", ", file=sys.stderr if args.json else sys.stdout)
    sys.exit(1 if run.faults else 0)
