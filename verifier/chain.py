"""What needs a Solana node: memos, slots and blocks that the records name. Used with --rpc only."""
import http.client
import json
import time
import urllib.error
import urllib.request

from formulas import settings_hash, sha256
from records import Unreadable, read_json


class Node:
    """Reads from a Solana node what records name there; without it that stays unproven."""
    def __init__(self, url, rate):
        self.url, self.pause, self.next = url, 1 / rate, 0.0

    def call(self, method, *params):
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        for attempt in range(6):
            time.sleep(max(0, self.next - time.time()))
            self.next = time.time() + self.pause
            try:
                request = urllib.request.Request(self.url, body, {"Content-Type": "application/json"})
                answer = read_json(urllib.request.urlopen(request, timeout=30).read())
                if not isinstance(answer, dict) or (answer.get("error") and method != "getBlock"):
                    raise Unreadable(f"{self.url}: {method}: {str(answer)[:200]}")
                return answer.get("result")
            except urllib.error.HTTPError as error:
                if error.code != 429 or attempt == 5:
                    raise Unreadable(f"{self.url}: {method}: {error}")
                time.sleep(2 ** attempt)
            except (OSError, http.client.HTTPException) as error:
                raise Unreadable(f"{self.url}: {method}: {error}")

    def transaction(self, signature):
        """(slot, fee payer, memos) of a transaction that did not fail, or None."""
        got = self.call("getTransaction", signature, {"encoding": "jsonParsed", "commitment": "confirmed",
                                                      "maxSupportedTransactionVersion": 1})
        if not got or got["meta"]["err"] is not None:
            return None
        message = got["transaction"]["message"]
        memos = [i["parsed"] for i in message["instructions"] if i.get("program") == "spl-memo"]
        return got["slot"], message["accountKeys"][0]["pubkey"], memos

    def memo(self, checker, rule, signature, expected, part=None):
        """Checks the memo of a transaction: the whole of it, or that it holds `part`."""
        found = self.transaction(signature) if signature else None
        memos = found[2] if found else []
        holds = any(memo == expected if part is None else part in memo for memo in memos)
        return found if checker.check(rule, f"memo of {signature}", expected or part, memos, holds) else None

    def race(self, c, r, all_bets):
        """All of a race that the chain tells; the payments of its bets only for a race that is looked at by itself."""
        commit = self.commitment(c, r)
        self.lock(c, r, commit)
        self.result(c, r)
        self.beacon(c, r["beacon"] or {})
        for bet in r["settlement"]["bets"] if all_bets else []:
            if bet["signature"] and bet["salt"]:
                made = sha256(f"bet:{r['id']}:{bet['horse_number']}:{bet['stake']}:{bet['salt']}")
                self.memo(c, "BET-13", bet["signature"], f"furlong:2:bet {bet['id']} {made}")

    def commitment(self, c, r):
        """ "Memos on the chain" """
        anchors, beacon, commit = r["anchors"] or {}, r["beacon"] or {}, None
        if anchors.get("commit"):
            text = (f"furlong:{2 if r['rules'] else 1}:commit race={r['id']} seed_hash={sha256(r['server_seed'])} "
                    f"nonce={r['base_nonce']} settings={settings_hash(r['settings'])}")
            text += f" rules={r['rules']['hash']}" if r["rules"] else ""
            commit = self.memo(c, "FAIR-12", anchors["commit"], text)
            if commit and beacon.get("announcedSlot"):
                c.check("FAIR-12", "commitment before the announced slot", beacon["announcedSlot"], commit[0],
                        commit[0] < beacon["announcedSlot"])
        return commit

    def lock(self, c, r, commit):
        """ "Lock of the bets" and the slot that follows from it ("Beacon") """
        anchors, beacon, race = r["anchors"] or {}, r["beacon"] or {}, r["id"]
        if anchors.get("lock") and r["lockedBets"]:
            bets = r["lockedBets"]["bets"]
            text = f"furlong:1:lock race={race} pool={r['lockedBets']['pool']} bets={len(bets)} root={r['betsRoot']}"
            lock = self.memo(c, "FAIR-15", anchors["lock"], text)
            if lock and commit:
                c.check("FAIR-15", "fee payer of the lock", commit[1], lock[1])
                c.check("FAIR-15", "earlier locks", [], self.earlier_locks(race, commit[1], anchors))
            if lock and beacon.get("announcedSlot"):  # with protocol 1 there is no lock
                c.check("FAIR-15", "announced slot", lock[0] + 4, beacon["announcedSlot"])
            for leaf in bets:
                if leaf["voided"] and leaf["voided"]["signature"]:
                    c.check("FAIR-16", f"payment of {leaf['id']}", None, self.transaction(leaf["voided"]["signature"]))

    def result(self, c, r):
        anchors, text = r["anchors"] or {}, f"furlong:1:refunded race={r['id']} seed={r['server_seed']}"
        if r["winning_horse"] is not None:
            places = "-".join(map(str, r["places"] or []))
            text = f"furlong:1:result race={r['id']} seed={r['server_seed']} nonce={r['nonce']} places={places}"
        if anchors.get("result"):
            self.memo(c, "FAIR-12", anchors["result"], text)

    def beacon(self, c, beacon):
        """ "Beacon": the first block from the announced slot on, and none was left out before it """
        if beacon.get("blockhash") and None not in (beacon["announcedSlot"], beacon["slot"]):
            first = self.call("getBlocksWithLimit", beacon["announcedSlot"], 1, {"commitment": "confirmed"})
            block = self.call("getBlock", beacon["slot"], {"transactionDetails": "none", "rewards": False,
                                                           "maxSupportedTransactionVersion": 1}) or {}
            c.check("FAIR-10", "first block", first, [beacon["slot"]])
            c.check("FAIR-10", "blockhash", block.get("blockhash"), beacon["blockhash"])
            c.check("FAIR-10", "parent before the announced slot", beacon["announcedSlot"], block.get("parentSlot"),
                    block.get("parentSlot", 2 ** 63) < beacon["announcedSlot"])

    def earlier_locks(self, race, payer, anchors):
        """Of several the first on the chain counts: lock memos between commitment and lock."""
        found, before = [], anchors["lock"]
        while before:
            bounds = {"before": before, "until": anchors["commit"], "limit": 1000}
            page = self.call("getSignaturesForAddress", payer, bounds)
            locks = [x for x in page if x["err"] is None and f"furlong:1:lock race={race} " in (x["memo"] or "")]
            found += [x["signature"] for x in locks]
            before = page[-1]["signature"] if len(page) == 1000 else None
        return found
