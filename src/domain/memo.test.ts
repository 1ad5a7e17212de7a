import { describe, expect, it } from "vitest";
import { getCompiledTransactionMessageDecoder } from "@solana/kit";
import { lamports } from "./lamports.ts";
import {
  betMemo,
  holdingsText,
  isBetMemo,
  liabilitiesMemo,
  paymentMemo,
  refundMemo,
  resultMemo,
  seedChainMemo,
} from "./memo.ts";

const seed = "5".repeat(64);
/** Of 32 bytes, in base64. */
const root = `${"A".repeat(43)}=`;

describe("memos", () => {
  it("FAIR-12 the result holds all that is needed to compute the race again", () => {
    expect(
      resultMemo({ raceId: "r-1", serverSeed: seed, finalNonce: "n1.hash", places: [3, 1, 2, 6, 5, 4] }),
    ).toBe(`furlong:1:result race=r-1 seed=${seed} nonce=n1.hash places=3-1-2-6-5-4`);
  });

  it("FAIR-9 the result of a refunded race holds its seed", () => {
    expect(refundMemo({ raceId: "r-1", serverSeed: seed })).toBe(`furlong:1:refunded race=r-1 seed=${seed}`);
  });

  it("FAIR-7 the end of a seed chain is named with its length", () => {
    expect(seedChainMemo({ tip: seed, length: 10 })).toBe(`furlong:1:seed-chain tip=${seed} length=10`);
  });

  it("BET-1 a bet's payment and each payment of the house have a memo of their own", () => {
    expect(betMemo(seed, root)).toBe(`furlong:bet ${seed} ${root}`);
    expect(paymentMemo("payout-b-1")).toBe("furlong:1:payment payout-b-1");
  });

  it("OWED-6 what is owed is named with time, root, total, number, slot and holdings", () => {
    const at = new Date(Date.UTC(2026, 10, 24, 0, 0, 5));
    const [total, holdings] = [lamports(3n), lamports(5n)];
    expect(liabilitiesMemo({ at, root: seed, total, count: 2, slot: 7n, holdings })).toBe(
      `furlong:1:liabilities at=2026-11-24T00:00:05.000Z root=${seed} total=3 count=2 slot=7 holdings=5`,
    );
  });

  it("OWED-7 the text that a house wallet signs cannot be a transaction, whatever its fields hold", () => {
    const facts = { at: new Date(0), root: seed, slot: 7n, address: "1".repeat(44) };
    const text = holdingsText({ ...facts, lamports: lamports(5n) });
    expect(text).toBe(
      `furlong:1:holdings at=1970-01-01T00:00:00.000Z root=${seed} slot=7 address=${"1".repeat(44)} lamports=5`,
    );
    const [signatures, readonlySigned, readonlyUnsigned, accounts] = new TextEncoder().encode(text);
    // The highest bit, which versioned messages have, is not set: these would be the first bytes of a legacy message.
    expect([signatures, readonlySigned, readonlyUnsigned, accounts]).toEqual([102, 117, 114, 108]);
    // The runtime requires a signer that pays, more accounts than signers, and a packet of 1,232 bytes with all signatures.
    expect(readonlySigned).toBeGreaterThanOrEqual(signatures!);
    expect(signatures! + readonlyUnsigned!).toBeGreaterThan(accounts!);
    expect(64 * signatures! + 32 * accounts!).toBeGreaterThan(1_232);
    expect(() => getCompiledTransactionMessageDecoder().decode(new TextEncoder().encode(text))).toThrow(
      "expected 32 bytes",
    );
  });

  it("BET-13 a bet's memo is a commitment and a root as a checkpoint has it, and nothing else is one", () => {
    const memo = betMemo(seed, root);
    expect(isBetMemo(memo)).toBe(true);
    const others = [
      `furlong:2:bet b-1 ${seed}`,
      `furlong:bet ${seed}`,
      `furlong:bet ${seed}0 ${root}`,
      `furlong:bet ${seed.replace("5", "A")} ${root}`,
      `furlong:bet ${seed}  ${root}`,
      `furlong:bet ${seed} ${root.slice(0, -1)}`,
      `furlong:bet ${seed} ${root.replace("A", "-")}`,
      ` ${memo}`,
      `${memo}\n`,
      memo.replace(" ", "\0"),
    ];
    expect(others.filter(isBetMemo)).toEqual([]);
  });
});
