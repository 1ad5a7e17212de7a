#!/usr/bin/env python3
"""Checks that the house counts what it owes to a player ("What the house owes" in docs/fairness.md).

    python3 owed.py PROOF.json user:ADDRESS=LAMPORTS [referral:ADDRESS=LAMPORTS] [payment:ID=LAMPORTS] ...

PROOF.json is the answer of `GET /api/liabilities/proof`, saved by the player; after it comes what the player knows to be
owed since before the newest tree. Each fault is one line. Exit code: 0 without a fault, 1 with one, 2 if something cannot
be read. Whether the anchored tree is that of the history and of the chain is what `verify.py` checks.
"""
import pathlib, re, sys
from verify import account_leaf, lamports, node_of, read_json, with_sum

HEX64 = "[0-9a-f]{64}"


def climb(node, at, last, path):
    """From a leaf to the root; None if the path does not have the length of this place."""
    path = list(path)
    while last > 0:
        if at % 2 or at < last:
            if not path:
                return None
            other = path.pop(0)
            node = node_of(other, node) if at % 2 else node_of(node, other)
        at, last = at // 2, last // 2
    return None if path else node


def root_of_leaf(leaf, count):
    """Hash and sum at the end of the path; raises where a sum is below zero or a text has another form."""
    if not 0 <= leaf.index < count:
        return None
    salt = re.fullmatch(HEX64, leaf.salt)[0]
    node = account_leaf(leaf.account, salt, lamports(leaf.lamports))
    path = [with_sum(bytes.fromhex(re.fullmatch(HEX64, step.hash)[0]), lamports(step.sum)) for step in leaf.path]
    root = climb(node, leaf.index, count - 1, path)
    return root and (root[:32].hex(), int.from_bytes(root[32:], "big"))


def faults_of(name, proof, due):
    """What is wrong with the leaves of one tree, for a player to whom at least `due` is owed."""
    accounts = [leaf.account for leaf in proof.leaves]
    if len(set(accounts)) < len(accounts):
        yield f"OWED-4 {name}: an account twice, {accounts}"
    try:
        total = lamports(proof.tree.total)
        for leaf in proof.leaves:
            found = root_of_leaf(leaf, proof.tree.count)
            if found != (proof.tree.root, total) or total >= 2 ** 63:
                yield f"OWED-4 {name}: {leaf.account} leads to {found}, not to {proof.tree.root} {total}"
    except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError) as error:
        yield f"OWED-2 {name}: a sum below zero, or a text of another form, {error!r}"
        return
    counted = {leaf.account: lamports(leaf.lamports) for leaf in proof.leaves}
    for account, owed in due.items():
        if counted.get(account, 0) < owed:
            yield f"OWED-4 {name}: {account} is owed {owed}, counted {counted.get(account, 0)}"


def main(path, *owed):
    answer = read_json(pathlib.Path(path).read_bytes())
    due = {account: lamports(amount) for account, amount in (text.rsplit("=", 1) for text in owed)}
    faults = [] if answer.newest else ["OWED-4 nothing was counted yet"]
    # Of the anchored tree, which may be a day old, nothing is known but that its leaves have to be in it.
    for name, known in (("newest", due), ("anchored", {})):
        if answer[name]:
            faults += faults_of(name, answer[name], known)
    print(*faults, f"{len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except (OSError, TypeError, ValueError, LookupError) as error:
        print(f"cannot be read: {error!r}", file=sys.stderr)
        sys.exit(2)
