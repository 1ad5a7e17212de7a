import { describe, expect, it } from "vitest";
import { lamports } from "../../../../domain/lamports.ts";
import { lockMemo } from "../../../../domain/memo.ts";
import type { AskNode } from "./node-answers.ts";
import { compareLock, type PublishedLock } from "./read-lock.ts";

const HOUSE = "House";
const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const published: PublishedLock = {
  raceId: "race-7",
  pool: lamports(5_000n),
  count: 2,
  root: "a".repeat(64),
  lock: "lock",
  wallet: HOUSE,
  commit: { slot: 2n },
};

interface OnChain {
  readonly signature: string;
  readonly slot: number;
  readonly payer: string;
  readonly memo: string;
  readonly err?: unknown;
}

const lock: OnChain = { signature: "lock", slot: 10, payer: HOUSE, memo: lockMemo(published) };

/** A node that has these transactions, each in the history of the house's wallet. */
const nodeOf =
  (...list: readonly OnChain[]): AskNode =>
  async (method, params) => {
    if (method === "getTransaction") {
      const found = list.find(({ signature }) => signature === params[0]);
      if (found === undefined) return null;
      const message = {
        accountKeys: [{ pubkey: found.payer }],
        instructions: [{ programId: MEMO, parsed: found.memo }],
      };
      return { slot: found.slot, meta: { err: found.err ?? null }, transaction: { message } };
    }
    const newest = list.toSorted((one, other) => other.slot - one.slot);
    const { before } = params[1] as { before: string };
    return newest
      .slice(newest.findIndex(({ signature }) => signature === before) + 1)
      .map(({ signature, slot, memo, err = null }) => ({
        signature,
        slot,
        err,
        memo: `[${memo.length}] ${memo}`,
      }));
  };

const read = (
  list: readonly OnChain[],
  beaconSlot: bigint | null = 14n,
  changed: Partial<PublishedLock> = {},
) => compareLock(nodeOf(...list), { ...published, ...changed }, { beaconSlot });

describe("the lock memo on the chain", () => {
  it("FAIR-12 FAIR-15 a sealed race, which announces no slot, was committed to before its bets were locked", async () => {
    expect(await read([lock], null)).toEqual({ state: "checked" });
    for (const beaconSlot of [null, 14n])
      expect(await read([lock], beaconSlot, { commit: { slot: 10n } })).toMatchObject({ state: "differs" });
  });

  it("FAIR-15 FAIR-16 FAIR-32 holds when it says what was published and the slot follows from where it landed", async () => {
    expect(await read([lock])).toEqual({ state: "checked" });
    expect(await read([lock], null)).toEqual({ state: "checked" });
    const later = { ...lock, signature: "later", slot: 30, memo: lockMemo({ ...published, count: 3 }) };
    expect(await read([lock, later])).toEqual({ state: "checked" });
  });

  it("FAIR-32 counts as unproven where the node does not have it, and as absent where there is none", async () => {
    expect(await read([])).toEqual({ state: "missing" });
    expect(await read([lock], 14n, { lock: null })).toEqual({ state: "absent" });
  });

  it.each<[string, readonly OnChain[], bigint]>([
    ["another root", [{ ...lock, memo: lockMemo({ ...published, root: "b".repeat(64) }) }], 14n],
    ["another pool", [{ ...lock, memo: lockMemo({ ...published, pool: lamports(1n) }) }], 14n],
    ["another number of bets", [{ ...lock, memo: lockMemo({ ...published, count: 1 }) }], 14n],
    ["a transaction that failed", [{ ...lock, err: { InstructionError: [0, "x"] } }], 14n],
    ["another wallet", [{ ...lock, payer: "Somebody" }], 14n],
    ["a slot that does not follow from it", [lock], 15n],
    [
      "an earlier lock memo",
      [{ ...lock, signature: "first", slot: 9, memo: lockMemo({ ...published, count: 3 }) }, lock],
      14n,
    ],
  ])("FAIR-15 FAIR-16 differs with %s", async (_, list, slot) => {
    expect(await read(list, slot)).toMatchObject({ state: "differs" });
  });

  it("FAIR-15 a memo from before the commitment was anchored, as of a race that a restored database lost, does not count", async () => {
    const lost = { ...lock, signature: "lost", slot: 8, memo: lockMemo({ ...published, count: 1 }) };
    expect(await read([lost, lock], 14n, { commit: { slot: 8n } })).toEqual({ state: "checked" });
    expect(await read([lost, lock], 14n, { commit: { slot: 7n } })).toMatchObject({ state: "differs" });
  });

  it("FAIR-15 differs where the entry names no wallet, since any could then have sent it", async () => {
    expect(await read([lock], 14n, { wallet: null })).toMatchObject({ state: "differs" });
  });

  it("FAIR-15 an earlier memo of somebody else's, one that failed, and one of another race count for nothing", async () => {
    const others = [
      { ...lock, signature: "foreign", slot: 9, payer: "Somebody" },
      { ...lock, signature: "failed", slot: 8, err: { InstructionError: [0, "x"] } },
      { ...lock, signature: "other", slot: 7, memo: lockMemo({ ...published, raceId: "race-71" }) },
    ];
    expect(await read([...others, lock])).toEqual({ state: "checked" });
  });
});
