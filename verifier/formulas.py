"""The formulas of the document, with nothing else; `check_vectors` compares them with its test vectors."""
import hashlib
import hmac
import json
import re
from datetime import datetime
from decimal import Decimal

from records import is_number, read_json

try:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

NOTHING = hashlib.sha256(b"").hexdigest()


def sha256(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def settings_hash(settings):
    return sha256(json.dumps(settings, sort_keys=True, separators=(",", ":"), ensure_ascii=False))


def first_fair_chunk(chunks):
    """"Winner" 3: place of the first chunk below 6 x 715827882, or None."""
    return next((i for i, chunk in enumerate(chunks) if int(chunk, 16) < 4294967292), None)


def winner_of(seed, race_id, nonce):
    combined = f"{seed}:{race_id}:{nonce}"
    for counter in range(1001):
        digest = sha256(combined + (f":{counter}" if counter else ""))
        chunks = [digest[i:i + 8] for i in range(0, 64, 8)]
        used = first_fair_chunk(chunks)
        if used is not None:
            break
    return int(chunks[used or 0], 16) % 6 + 1


def keyed(seed, text):
    return hmac.new(seed.encode(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()


def places_of(seed, race_id, nonce, winner):
    """"Places and motion"."""
    def stream():
        text, counter = f"places|{race_id}|{nonce}", 0
        while True:
            yield from keyed(seed, text + (f"|{counter}" if counter else ""))
            counter += 1
    others, drawn = [horse for horse in range(1, 7) if horse != winner], stream()
    for last in (4, 3, 2, 1):
        m = last + 1
        at = next(byte for byte in drawn if byte < 256 - 256 % m) % m
        others[at], others[last] = others[last], others[at]
    return [winner] + others


def motion_of(seed, race_id, nonce):
    return keyed(seed, f"motion|{race_id}|{nonce}")[:16].hex()


def wallet_hash(wallet, salt):
    return sha256(f"wallet:{wallet}:{salt}")


def leaf_of(bet_id, hashed_wallet, horse, stake):
    """"Lock of the bets"."""
    return hashlib.sha256(b"\0" + f"{bet_id}:{hashed_wallet}:{horse}:{stake}".encode("utf-8", "surrogatepass")).digest()


def join(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def fold(nodes, joined, empty):
    """Root of a tree whose last node without a neighbour goes up unchanged."""
    while len(nodes) > 1:
        nodes = [joined(*nodes[i:i + 2]) if i + 1 < len(nodes) else nodes[i] for i in range(0, len(nodes), 2)]
    return nodes[0] if nodes else empty


def climb(node, at, last, path, joined):
    """Root by the path of neighbours, or None if the path does not fit."""
    path = list(path)
    while last > 0:
        if at % 2 or at != last:
            if not path:
                return None
            other = path.pop(0)
            node = joined(other, node) if at % 2 else joined(node, other)
        at, last = at // 2, last // 2
    return None if path else node


def join_sums(left, right):
    """"What the house owes": a node is (hash, sum)."""
    data = b"".join(node[0] + node[1].to_bytes(8, "big") for node in (left, right))
    return hashlib.sha256(b"\1" + data).digest(), left[1] + right[1]


def base58(text):
    number = 0
    for letter in text:
        number = number * 58 + "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".index(letter)
    return b"\0" * (len(text) - len(text.lstrip("1"))) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def signed(address, signature, text):
    try:
        Ed25519PublicKey.from_public_bytes(base58(address)).verify(base58(signature), text.encode())
        return True
    except Exception:  # a key or signature of a wrong length, another alphabet, or one that does not fit
        return False


def scaled(rules, key, factor):
    """A setting as a whole number of lamports, milliseconds or basis points, or None."""
    value = rules.get(key)
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{1,12}(\.[0-9]{1,12})?", value):
        return None
    number = Decimal(value) * factor
    return int(number) if number == int(number) else None


def settings_by_rules(rules, settings):
    """"What a race commits to": {setting: the values that it may have}."""
    def lamports(key):
        number = scaled(rules, key, 10 ** 9)
        return None if number is None else str(number)
    play = rules.get("testing_mode_enabled") == "true" and rules.get("network") != "mainnet-beta"
    expected = {
        "durationMs": [scaled(rules, settings["raceType"] + "_duration", 1000)
                       if settings["raceType"] in ("classic", "sprint", "endurance") else None],
        "minBet": [lamports("min_bet_amount")], "maxBet": [lamports("max_bet_amount")],
        "extendMs": [scaled(rules, "extend_seconds", 1000)], "referralRateBps": [scaled(rules, "referral_rate", 100)],
        "bonusFundShareBps": [scaled(rules, "bonus_fund_share", 100)],
        "superfectaBonus": [lamports("superfecta_bonus_sol")], "outcomeEntropy": [rules.get("outcome_entropy")],
        "ledger": ["play" if play else "real"]}
    if settings.get("special") is True:  # the settings with a * are free
        return expected
    types, weights = (read_json(str(rules.get(key))) for key in ("race_types", "race_type_weights"))
    usable = [t for t in types if isinstance(t, str)] if isinstance(types, list) else []
    weights = weights if isinstance(weights, dict) else {}
    return dict(expected, raceType=[t for t in usable if isinstance(weights.get(t), (int, float)) and weights[t] > 0],
                houseEdgeBps=[scaled(rules, "house_edge", 100)], minBets=[scaled(rules, "min_bets_to_start", 1)],
                countdownMs=[scaled(rules, "countdown_seconds", 1000)], jackpot=[lamports("jackpot_pool_amount"), "0"])


def protocol_of(settings):
    """"Lock of the bets": 1, or without it, is from before there were locks."""
    return settings["protocol"] if is_number(settings.get("protocol")) else 1


def milliseconds(earlier, later):
    return round((datetime.fromisoformat(later[:-1]) - datetime.fromisoformat(earlier[:-1])).total_seconds() * 1000)


def check_vectors(path):
    """Compares the formulas with the test vectors: a list of those that differ."""
    with open(path, "rb") as file:
        v = json.load(file)
    results = []
    for o in v["outcomes"]:
        nonce, seed, race = o["finalNonce"], o["serverSeed"], o["raceId"]
        winner = winner_of(seed, race, nonce)
        results.append((o, (o["seedHash"], o["trace"]["winner"], o["places"], o["motionSeed"], nonce), (
            sha256(seed), winner, places_of(seed, race, nonce, winner), motion_of(seed, race, nonce),
            o["nonce"] + (f".{o['blockhash']}" if o["blockhash"] else ""))))
    for b in v["betCommitments"]:
        made = sha256(f"bet:{b['raceId']}:{b['horseNumber']}:{b['lamports']}:{b['salt']}")
        results.append((b, (b["commitment"], b["memo"]), (made, f"furlong:2:bet {b['betId']} {made}")))
    for lock in v["betLocks"]:
        bets = lock["bets"]
        leaves = [leaf_of(b["id"], wallet_hash(b["wallet"], b["salt"]), b["horseNumber"], b["lamports"]) for b in bets]
        results.append((lock, lock["root"], fold(leaves, join, bytes.fromhex(NOTHING)).hex()))
        for at, b in enumerate(bets):
            path = [bytes.fromhex(b["path"][i:i + 64]) for i in range(0, len(b["path"]), 64)]
            root = climb(leaves[at], at, len(bets) - 1, path, join)
            results.append((b, lock["root"], root.hex() if root else None))
    tree = v["liabilityTree"]
    for at, leaf in enumerate(tree["leaves"]):
        hashed = sha256(f"liability:{leaf['account']}:{leaf['salt']}")
        node = (hashlib.sha256(b"\0" + f"{hashed}:{leaf['lamports']}".encode()).digest(), int(leaf["lamports"]))
        path = [(bytes.fromhex(n["hash"]), int(n["sum"])) for n in leaf["path"]]
        root = climb(node, at, len(tree["leaves"]) - 1, path, join_sums)
        results.append((leaf, (tree["root"], tree["total"]), root and (root[0].hex(), str(root[1]))))
    results += [(c, c["chunkIndex"], first_fair_chunk(c["chunks"])) for c in v["chunkSelection"]]
    seeds = [v["seedChain"]["tip"]] + v["seedChain"]["seeds"]
    results += [(seed, before, sha256(seed)) for before, seed in zip(seeds, seeds[1:])]
    bad = [result for result in results if result[1] != result[2]]
    for about, expected, found in bad:
        print(json.dumps(about)[:80], "expected", expected, "found", found)
    print(f"{len(results)} vectors, {len(bad)} differ")
    return 1 if bad else 0
