#!/usr/bin/env python3
"""Checks the published test vectors of every step ("docs/fairness.md") with the formulas of verify.py and owed.py.

    python3 vectors.py fairness-vectors.json history-vectors.json

Each fault is one line: rule, what, expected and found. Exit code: 0 without a fault, 1 with one, 2 if something cannot be
read.
"""
import base64, pathlib, sys
from owed import climb, root_of_leaf
from verify import (Record, bet_memo, commit_entry, first_fair, lamports, leaf_of, node_of, outcome_of, read_json, root_of,
                    sha256, total, written)


def of_races(v):
    """Of fairness-vectors.json: rule, what is compared, what the vectors say, what the formulas say."""
    for o in v.outcomes:
        nonce = ".".join(filter(None, (o.nonce, o.blockhash)))
        yield ("FAIR-2", o.raceId, (o.finalNonce, o.seedHash, o.trace.winner, o.places, o.motionSeed),
               (nonce, sha256(o.serverSeed), *outcome_of(o.serverSeed, o.raceId, nonce)))
    for c in v.chunkSelection:
        yield "FAIR-1", "chunk", c.chunkIndex, first_fair(c.chunks)
    for before, seed in zip([v.seedChain.tip, *v.seedChain.seeds], v.seedChain.seeds):
        yield "FAIR-7", "seed", before, sha256(seed)
    for b in v.betCommitments:
        made = bet_memo(b.raceId, b.root, b.horseNumber, b.lamports, b.salt)
        yield "BET-13", b.raceId, (b.memo, b.commitment), (made, made.split()[1])
    for lock in v.betLocks:
        yield from of_lock(lock)
    yield from of_liabilities(v.liabilityTree)


def tree_hash(entries):
    """MTH of RFC 6962 ("Public log")."""
    if len(entries) == 1: return leaf_of(*entries)
    left = 1 << (len(entries) - 1).bit_length() - 1
    return node_of(tree_hash(entries[:left]), tree_hash(entries[left:]))


def of_history(v):
    """The same of history-vectors.json."""
    for c in v.commits:
        yield "FAIR-12", f"entry of {c.race.id}", c.entry, written(commit_entry(c.race, c.race.settings, c.at))
    for s in v.settlements:
        yield "MONEY-4", f"a race won by {s.winner}", s, settled(s)
    for at, row in enumerate(v.ruleLog):
        root = tree_hash([one.entry for one in v.ruleLog[:at + 1]])
        yield "RULELOG-4", f"size {at + 1}", (row.hash, row.row), (root.hex(), at + 1)
    first, *records = v.dayFile.text.splitlines()
    told = (v.dayFile.sha256, v.dayFile.day, v.dayFile.records)
    yield "EXPORT-5", "day", told, (sha256(v.dayFile.text), read_json(first).day, len(records))
    for memo in v.memos:
        yield "FAIR-12", f"memo of {memo.of}", memo.text, text_of(memo)


def of_lock(lock):
    """Root, path of each leaf, and memo of the bets of a race ("Lock of the bets")."""
    leaves = [leaf_of(b.id, sha256(f"wallet:{b.wallet}:{b.salt}"), b.horseNumber, b.lamports) for b in lock.bets]
    yield "FAIR-16", lock.raceId, lock.root, root_of(leaves).hex()
    pool = total(lock.bets, "lamports")
    yield ("FAIR-16", f"memo of {lock.raceId}", lock.memo,
           f"furlong:1:lock race={lock.raceId} pool={pool} bets={len(leaves)} root={lock.root}")
    for at, (leaf, bet) in enumerate(zip(leaves, lock.bets)):
        path = [bytes.fromhex(bet.path[n:n + 64]) for n in range(0, len(bet.path), 64)]
        root = climb(leaf, at, len(leaves) - 1, path)
        yield "FAIR-16", f"path of {bet.id}", lock.root, root and root.hex()


def of_liabilities(tree):
    """Path of each leaf, and memo, of what a house owes ("What the house owes")."""
    for at, leaf in enumerate(tree.leaves):
        found = root_of_leaf(Record(leaf, index=at), len(tree.leaves))
        yield "OWED-2", leaf.account, (tree.root, lamports(tree.total)), found
    count = f"count={len(tree.leaves)} slot={tree.slot} holdings={tree.holdings}"
    yield "OWED-6", "memo", tree.memo, f"furlong:1:liabilities at={tree.at} root={tree.root} total={tree.total} {count}"


def settled(race):
    """A race with its amounts made from the bets ("Settlement")."""
    pool = total(race.bets)
    won = sum(lamports(bet.stake) for bet in race.bets if bet.horseNumber == race.winner)
    fee = pool * race.houseEdgeBps // 10000 if won else 0
    net = pool - fee + lamports(race.jackpot) if won else 0

    def bet(b):
        wins, stake = b.horseNumber == race.winner, lamports(b.stake)
        payout = stake if not won else net * stake // won if wins else 0
        return dict(b, result="refunded" if not won else "win" if wins else "loss", payout=str(payout))

    bets = [bet(b) for b in race.bets]
    left = net - total(bets, "payout") if won else 0
    return dict(race, kind="paid" if won else "refunded", pool=str(pool), fee=str(fee), net=str(net),
                remainder=str(left), bets=bets)


def text_of(memo):
    """A text on the chain, or the one that a house wallet signs, from what goes into it ("Memos on the chain")."""
    if memo.of == "checkpoint":
        return f"{memo.origin}\n{memo.size}\n{base64.b64encode(bytes.fromhex(memo.root)).decode()}"
    if memo.of == "result":
        places = "-".join(map(str, memo.places))
        return f"furlong:1:result race={memo.raceId} seed={memo.serverSeed} nonce={memo.finalNonce} places={places}"
    if memo.of == "refund":
        return f"furlong:1:refunded race={memo.raceId} seed={memo.serverSeed}"
    if memo.of == "seed chain":
        return f"furlong:1:seed-chain tip={memo.tip} length={memo.length}"
    if memo.of == "day":
        return f"furlong:1:export day={memo.day} records={memo.records} sha256={memo.sha256}"
    at = f"at={memo.at} root={memo.root} slot={memo.slot}"
    return f"furlong:1:holdings {at} address={memo.address} lamports={memo.lamports}"


def main(*paths):
    files = [read_json(pathlib.Path(path).read_bytes()) for path in paths]
    done = [one for v in files for one in (of_races if "outcomes" in v else of_history)(v)]
    faults = [" ".join(map(str, one)) for one in done if one[2] != one[3]]
    print(*faults, f"{len(done)} checks, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except (OSError, TypeError, ValueError, LookupError, AttributeError) as error:
        print(f"cannot be read: {error!r}", file=sys.stderr)
        sys.exit(2)
