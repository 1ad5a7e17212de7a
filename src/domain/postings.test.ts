import { describe, expect, it } from "vitest";
import {
  anchorCompleted,
  depositCredited,
  failedAttemptCharged,
  houseFunded,
  paymentCancelled,
  paymentCompleted,
  paymentCreated,
  sweepCompleted,
} from "./chain-postings.ts";
import { lamports } from "./lamports.ts";
import { type Account, type Posting, neverNegative, posting, transfer } from "./ledger.ts";
import { betConfirmed, bonusAwarded, jackpotFunded, playMinted } from "./postings.ts";

const total = (amounts: Iterable<bigint>) => [...amounts].reduce((a, b) => a + b, 0n);
const entriesOf = ({ entries }: Posting) =>
  Object.fromEntries(entries.map(({ account, lamports: amount }) => [account, amount]));

const x = lamports(1000n);
const hot = { kind: "hot", address: "h" } as const;
const fee = lamports(5n);

describe("postings", () => {
  it("MONEY-2 a posting that does not sum to zero, or mixes the ledgers, cannot be made", () => {
    const fact = { reference: "r", kind: "bet", ledger: "real" } as const;
    expect(() => posting({ ...fact, entries: [["bonus", 1n]] })).toThrow("sum to 1");
    const mixed: [Account, bigint][] = [
      ["play:mint", -1n],
      ["equity", 1n],
    ];
    expect(() => posting({ ...fact, entries: mixed })).toThrow("real ledger");
    expect(() => transfer(fact, "bonus", "equity", lamports(0n))).toThrow(RangeError);
  });

  it("MONEY-2 entries of one account become one, and empty ones are left out", () => {
    const entries: [Account, bigint][] = [
      ["bonus", 3n],
      ["equity", -4n],
      ["bonus", 1n],
      ["user:a", 2n],
      ["user:a", -2n],
    ];
    expect(entriesOf(posting({ reference: "r", kind: "bet", ledger: "real", entries }))).toEqual({
      bonus: 4n,
      equity: -4n,
    });
  });

  it.each<[string, Posting, Record<string, bigint>]>([
    [
      "bet:b",
      betConfirmed({ betId: "b", raceId: "r", wallet: "w", stake: x, ledger: "real", depositAddress: "d" }),
      { "chain:deposit:d": -1000n, "pool:r": 1000n },
    ],
    [
      "bet:b",
      betConfirmed({ betId: "b", raceId: "r", wallet: "w", stake: x, ledger: "play", depositAddress: null }),
      { "play:user:w": -1000n, "play:pool:r": 1000n },
    ],
    [
      "mint:b",
      playMinted({ betId: "b", wallet: "w", lamports: x }),
      { "play:mint": -1000n, "play:user:w": 1000n },
    ],
    [
      "deposit:s",
      depositCredited({
        signature: "s",
        received: [
          { kind: "deposit", address: "d", lamports: x },
          { kind: "hot", address: "h", lamports: x },
        ],
        credits: [
          { account: "user:v", lamports: lamports(1500n) },
          { account: "user:w", lamports: lamports(500n) },
        ],
      }),
      { "chain:deposit:d": -1000n, "chain:hot:h": -1000n, "user:v": 1500n, "user:w": 500n },
    ],
    [
      "funding:s",
      houseFunded({ signature: "s", received: [{ kind: "hot", address: "h", lamports: x }] }),
      { "chain:hot:h": -1000n, equity: 1000n },
    ],
    ["jackpot:r", jackpotFunded({ raceId: "r", jackpot: x }), { equity: -1000n, "jackpot:r": 1000n }],
    [
      "payment:p",
      paymentCreated({ paymentId: "p", from: "user:w", lamports: x }),
      { "user:w": -1000n, outgoing: 1000n },
    ],
    [
      "cancelled:p",
      paymentCancelled({ paymentId: "p", to: "referral:w", lamports: x }),
      { outgoing: -1000n, "referral:w": 1000n },
    ],
    [
      "paid:p",
      paymentCompleted({ paymentId: "p", source: hot, lamports: x, networkFee: fee }),
      { outgoing: -1000n, equity: -5n, "chain:hot:h": 1005n },
    ],
    [
      "paid:p",
      anchorCompleted({ paymentId: "p", source: hot, networkFee: fee }),
      { equity: -5n, "chain:hot:h": 5n },
    ],
    [
      "paid:p",
      sweepCompleted({
        paymentId: "p",
        source: { kind: "deposit", address: "d" },
        into: hot,
        lamports: x,
        networkFee: fee,
      }),
      { "chain:deposit:d": 1005n, "chain:hot:h": -1000n, equity: -5n },
    ],
    [
      "failed:s",
      failedAttemptCharged({ signature: "s", source: hot, networkFee: fee }),
      { equity: -5n, "chain:hot:h": 5n },
    ],
    ["bonus:r:w", bonusAwarded({ raceId: "r", wallet: "w", amount: x }), { bonus: -1000n, "user:w": 1000n }],
  ])("INV-1 posting %s sums to zero under its own reference", (reference, fact, entries) => {
    expect(fact.reference).toBe(reference);
    expect(entriesOf(fact)).toEqual(entries);
    expect(total(fact.entries.map((entry) => entry.lamports))).toBe(0n);
  });

  it("MONEY-16 a jackpot comes out of equity, and an amount of nothing is a bug", () => {
    expect(entriesOf(jackpotFunded({ raceId: "r", jackpot: x }))["equity"]).toBe(-1000n);
    expect(() => jackpotFunded({ raceId: "r", jackpot: lamports(0n) })).toThrow(RangeError);
  });

  it("INV-3 players, pools, referrers, bonus and jackpots are never below zero; the house may be", () => {
    const never: Account[] = [
      "user:a",
      "pool:r",
      "referral:a",
      "bonus",
      "jackpot:r",
      "play:user:a",
      "play:pool:r",
    ];
    for (const account of never) expect(neverNegative(account)).toBe(true);
    for (const account of ["chain:hot:h", "equity", "play:mint"] as const) {
      expect(neverNegative(account)).toBe(false);
    }
  });
});
