"""Where the records come from (a folder or a server), and which form they have ("Public export" in the document)."""
import hashlib
import io
import json
import os
import re
import urllib.request
from datetime import datetime


class Unreadable(Exception):
    """Something cannot be read: exit code 2."""


# ---- Form of records ("Records"). A form is a function, a dict of forms, or a list of one form for all members. ----

def text_like(pattern):
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def is_time(value):
    pattern = r"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}\.[0-9]{3}Z"
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        return False
    try:
        return datetime.fromisoformat(value[:-1]) is not None
    except ValueError:
        return False


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2 ** 63


def is_text(value):
    return isinstance(value, str)


def is_bool(value):
    return isinstance(value, bool)


def maybe(form):
    return lambda value: value is None or misfit(form, value) is None


def misfit(form, value, path=""):
    """Where value does not have the form, or None. Further fields are allowed ("a later version may add")."""
    if callable(form):
        return None if form(value) else path or "."
    if isinstance(form, list):
        if not isinstance(value, list):
            return path
        return next(filter(None, (misfit(form[0], item, f"{path}[{i}]") for i, item in enumerate(value))), None)
    if not isinstance(value, dict):
        return path or "."
    return next(filter(None, (misfit(f, value.get(k, Ellipsis), f"{path}.{k}") for k, f in form.items())), None)


HEX64, LAMPORTS, ONE_OF = text_like("[0-9a-f]{64}"), text_like("0|[1-9][0-9]{0,18}"), lambda *all_: lambda v: v in all_
MAYBE_TEXT, MAYBE_TIME, MAYBE_HORSE = maybe(is_text), maybe(is_time), maybe(lambda v: is_number(v) and 1 <= v <= 6)
BET = {"id": is_text, "user_wallet": MAYBE_TEXT, "horse_number": is_number, "stake": LAMPORTS, "salt": maybe(HEX64),
       "payout": LAMPORTS, "result": is_text, "refunded": LAMPORTS, "signature": MAYBE_TEXT, "placed_at": is_time}
LEAF = {"id": is_text, "wallet_hash": HEX64, "horse_number": is_number, "stake": LAMPORTS,
        "voided": maybe({"signature": MAYBE_TEXT})}
MOMENTS = ("created", "opened", "locked", "starts", "revealed", "completed", "settled")
RACE = {"id": is_text, "number": is_number, "status": is_text, "race_type": is_text, "is_special": is_bool,
        "ledger": ONE_OF("real", "play"), "horses": [{"number": is_number}], "server_seed": HEX64,
        "server_seed_hash": HEX64, "base_nonce": is_text, "nonce": is_text, "winning_horse": MAYBE_HORSE,
        "places": maybe([is_number]), "motion_seed": maybe(text_like("[0-9a-f]{32}")),
        "entropy": ONE_OF("beacon", "sealed"),
        "beacon": maybe({"announcedSlot": maybe(is_number), "slot": maybe(is_number), "blockhash": MAYBE_TEXT}),
        "settings": {"raceType": is_text, "durationMs": is_number, "houseEdgeBps": is_number, "jackpot": LAMPORTS,
                     "outcomeEntropy": is_text, "ledger": is_text},
        "settings_hash": HEX64, "rules": maybe({"row": is_number, "hash": HEX64}),
        "seed_chain": {"tip": HEX64, "index": is_number, "length": is_number, "anchor": MAYBE_TEXT},
        "anchors": maybe({"commit": MAYBE_TEXT, "lock": MAYBE_TEXT, "result": MAYBE_TEXT}), "betsRoot": maybe(HEX64),
        "lockedBets": maybe({"pool": LAMPORTS, "bets": [LEAF]}),
        "settlement": {"kind": ONE_OF("paid", "refunded"), "pool": LAMPORTS, "jackpot": LAMPORTS, "fee": LAMPORTS,
                       "net": LAMPORTS, "remainder": LAMPORTS, "refundedAt": MAYBE_TIME, "bets": [BET]},
        "times": dict({m: MAYBE_TIME for m in MOMENTS + ("closes", "refunded")}, created=is_time, settled=is_time),
        "refund_reason": maybe(ONE_OF("no_beacon", "no_winning_bet", "by_admin"))}
FORMS = {
    "seed-chain": {"network": is_text, "tip": HEX64, "length": is_number, "anchor": is_text},
    "rule": {"row": is_number, "entry": is_text, "hash": HEX64},
    "race": {"race": RACE},
    "payout": {"race": is_text, "bet": is_text, "payment": is_text, "lamports": LAMPORTS, "wallet": MAYBE_TEXT,
               "signature": MAYBE_TEXT, "outcome": ONE_OF("paid", "kept", "cancelled")},
    "reversal": {"race": is_text, "scope": ONE_OF("race", "bet"), "bets": [{"id": is_text, "lamports": LAMPORTS}],
                 "rule": maybe(is_number)},
    "day": {"day": is_text, "sha256": HEX64, "records": is_number, "anchor": is_text},
    "liabilities": {"taken_at": is_time, "root": HEX64, "total": LAMPORTS, "count": is_number, "slot": is_number,
                    "holdings": [{"address": is_text, "lamports": LAMPORTS, "signature": MAYBE_TEXT}],
                    "anchor": MAYBE_TEXT}}
HEADER = {"furlong": ONE_OF("export"), "version": ONE_OF(1), "day": is_text, "previous": maybe(HEX64),
          "first": is_number, "records": is_number}
ENTRY_FORMS = {  # "Rule log"; only the fields that are used here
    "start": {"settings": lambda v: isinstance(v, dict)}, "setting": {"key": is_text, "from": lambda v: v is not ...,
                                                                      "to": lambda v: v is not ...},
    "network": {"from": lambda v: v is not ..., "to": is_text},
    "refund-race": {"race": is_text, "cause": is_text, "settled": is_bool, "reason": MAYBE_TEXT, "lamports": LAMPORTS},
    "refund-bet": {"race": is_text, "bet": is_text, "settled": is_bool, "reason": MAYBE_TEXT, "lamports": LAMPORTS}}


def read_json(text):
    """JSON without a key twice in one object, so that no two readers see two things; None if it is none."""
    def once(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key twice")
        return dict(pairs)
    try:
        return json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        return None


# ---- Where the history comes from ----

def get(url):
    try:
        return urllib.request.urlopen(url, timeout=60).read()
    except (OSError, ValueError) as error:
        raise Unreadable(f"{url}: {error}")


def take(action, line, name, number):
    """Calls action(line); whatever breaks it is told with file and line, never as a traceback."""
    try:
        return action(line)
    except (Unreadable, BrokenPipeError):
        raise
    except Exception as error:
        raise Unreadable(f"{name}, line {number}: {type(error).__name__}: {error}")


def check_file(checker, lines, name):
    """A day's file: a header, then records, each line ended by one line feed. Returns its SHA-256 and its length."""
    digest, size, head, records = hashlib.sha256(), 0, None, -1
    for line in lines:
        digest.update(line)
        size, records = size + len(line), records + 1
        checker.race_id = None
        checker.check("EXPORT-5", "line is ended by a line feed", True, line.endswith(b"\n"))
        if records:
            take(checker.record, line, name, records + 1)
        else:
            head = take(checker.header, line, name, 1)
    checker.race_id = None
    checker.file_ends(head, digest.hexdigest(), records)
    return digest.hexdigest(), size


def read_folder(checker, folder):
    names = sorted(name for name in os.listdir(folder) if name.endswith(".ndjson"))
    if not names:
        raise Unreadable(f"{folder}: no file that ends in .ndjson")
    for name in names:
        with open(os.path.join(folder, name), "rb") as lines:
            if name != "open.ndjson":
                check_file(checker, lines, name)
                continue
            for number, line in enumerate(lines, 1):
                take(checker.record, line, name, number)


def read_server(checker, server):
    listing = read_json(get(server + "/api/export"))
    if misfit({"days": [{"day": is_text, "sha256": HEX64, "bytes": is_number}], "next": is_number}, listing):
        raise Unreadable(f"{server}/api/export: not a list of days")
    for day in listing["days"]:
        url = f"{server}/api/export/{day['sha256']}.ndjson"
        found = check_file(checker, io.BytesIO(get(url)), url)
        checker.check("EXPORT-5", f"listed for {day['day']}", (day["sha256"], day["bytes"]), found)
    cursor = checker.seq + 1
    while cursor is not None:
        url = f"{server}/api/export/records?cursor={cursor}&limit=1000"
        page = read_json(get(url))
        wrong = misfit({"records": [is_text], "nextCursor": maybe(is_number)}, page)
        if wrong or (page["nextCursor"] is not None and page["nextCursor"] <= cursor):
            raise Unreadable(f"{url}: not a page of records")
        for number, line in enumerate(page["records"], 1):
            take(checker.record, line, url, number)
        cursor = page["nextCursor"]
