import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as chainPostings from "../../src/domain/chain-postings.ts";
import { splitFee } from "../../src/domain/fee-split.ts";
import { lamports, signedLamports } from "../../src/domain/lamports.ts";
import { type Posting, postingKinds, walletAccount } from "../../src/domain/ledger.ts";
import * as postings from "../../src/domain/postings.ts";
import { postingReference } from "../../src/domain/posting-reference.ts";
import { refundAll, settle } from "../../src/domain/settlement.ts";
import { lineOfKind, statementLines } from "../../src/domain/statement.ts";

const { paymentOwner, ...chainBuilders } = chainPostings;
const builders = { ...postings, ...chainBuilders };

const source = { kind: "hot", address: "<source>" } as const;
const target = { kind: "deposit", address: "<target>" } as const;
const [betId, raceId, wallet, signature] = ["<bet>", "<race>", "<wallet>", "<signature>"] as const;
const [paymentId, id] = ["<payment>", "<id>"] as const;
const stake = lamports(1_000n);
const jackpot = lamports(100n);
const networkFee = lamports(5n);
const received = [{ ...target, lamports: stake }];
const credits = [{ account: `user:${wallet}` as const, lamports: stake }];
const payment = { paymentId, lamports: stake };
const rates = { referralRateBps: 1_000, bonusFundShareBps: 5_000 };

const bets = [{ betId, wallet, horseNumber: 1, stake }];
const settled = settle({ stakes: bets, winner: 1, houseEdgeBps: 1_000, jackpot });
if (settled.kind !== "paid") throw new Error("somebody won here");
const split = splitFee(settled, new Map([[wallet, wallet]]), rates);
const playSettled = settle({ stakes: bets, winner: 1, houseEdgeBps: 1_000, jackpot: lamports(0n) });
if (playSettled.kind !== "paid") throw new Error("somebody won here");
const owners = [
  chainPostings.paymentOwner({ kind: "payout", wallet }),
  chainPostings.paymentOwner({ kind: "referral", wallet }),
  chainPostings.paymentOwner({ kind: "manual", wallet: null }),
].filter((account) => account !== null);
const inBoth = <T>(build: (ledger: "real" | "play") => T): T[] => [build("real"), build("play")];

/** Every posting builder, with the cases in which it touches different accounts. */
const samples: Readonly<Record<keyof typeof builders, readonly Posting[]>> = {
  betConfirmed: inBoth((ledger) =>
    postings.betConfirmed({ betId, raceId, wallet, stake, ledger, depositAddress: target.address }),
  ),
  betFromBalance: [postings.betFromBalance({ betId, raceId, wallet, stake })],
  playMinted: [postings.playMinted({ betId, wallet, lamports: stake })],
  jackpotFunded: [postings.jackpotFunded({ raceId, jackpot })],
  specialJackpotReserved: [postings.specialJackpotReserved({ id: "<special>", jackpot })],
  specialJackpotGiven: [postings.specialJackpotGiven({ id: "<special>", jackpot, raceId })],
  specialJackpotReturned: [postings.specialJackpotReturned({ id: "<special>", jackpot })],
  raceSettled: [
    ...postings.raceSettled({ raceId, ledger: "real" }, settled, split),
    ...postings.raceSettled({ raceId, ledger: "play" }, playSettled, split),
  ],
  raceRefunded: inBoth((ledger) =>
    postings.raceRefunded({ raceId, ledger }, refundAll(bets, jackpot)),
  ).flat(),
  betRefunded: inBoth((ledger) => postings.betRefunded({ betId, raceId, wallet, stake, ledger })),
  lossGivenBack: inBoth((ledger) => postings.lossGivenBack({ betId, raceId, wallet, stake, ledger })),
  bonusAwarded: [postings.bonusAwarded({ raceId, wallet, amount: stake })],
  balanceAdjusted: [5n, -5n].map((change) =>
    postings.balanceAdjusted({ id: "<adjustment>", wallet, change: signedLamports(change) }),
  ),
  depositCredited: [chainPostings.depositCredited({ signature, received, credits })],
  houseFunded: [chainPostings.houseFunded({ signature, received })],
  walletsRestored: [chainPostings.walletsRestored({ id, balances: received })],
  paymentCreated: owners.map((from) => chainPostings.paymentCreated({ ...payment, from })),
  paymentCancelled: owners.map((to) => chainPostings.paymentCancelled({ ...payment, to })),
  paymentCompleted: [chainPostings.paymentCompleted({ ...payment, source, networkFee })],
  notaryFilled: [chainPostings.notaryFilled(payment)],
  notaryFillReturned: [chainPostings.notaryFillReturned(payment)],
  anchorCompleted: [chainPostings.anchorCompleted({ paymentId, source, networkFee })],
  sweepCompleted: [chainPostings.sweepCompleted({ ...payment, source, into: target, networkFee })],
  differenceExplained: [5n, -5n].map((difference) =>
    chainPostings.differenceExplained({
      id,
      differences: [{ account: walletAccount(target), difference: signedLamports(difference) }],
    }),
  ),
  failedAttemptCharged: [chainPostings.failedAttemptCharged({ signature, source, networkFee })],
};

interface Row {
  readonly debited: readonly string[];
  readonly credited: readonly string[];
  readonly reference: readonly string[];
}

const codesIn = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code!).toSorted();

/** The table of `docs/money.md`, by kind. */
function readTable(): ReadonlyMap<string, Row> {
  const text = readFileSync(join(import.meta.dirname, "../../docs/money.md"), "utf8");
  const [, table = ""] = text.split("## Postings");
  const rows = table.split("\n").filter((line) => line.startsWith("|"));
  return new Map(
    rows.slice(2).map((line) => {
      const [, kind = "", , debited = "", credited = "", reference = ""] = line.split("|");
      const row = { debited: codesIn(debited), credited: codesIn(credited), reference: codesIn(reference) };
      return [kind.trim(), row];
    }),
  );
}

function describePostings(list: readonly Posting[]): Row {
  const unique = (names: Iterable<string>) => [...new Set(names)].toSorted();
  const entries = list.flatMap((posting) => posting.entries);
  return {
    debited: unique(entries.filter((entry) => entry.lamports < 0n).map(({ account }) => account)),
    credited: unique(entries.filter((entry) => entry.lamports > 0n).map(({ account }) => account)),
    reference: unique(list.map(({ reference }) => reference)),
  };
}

describe("docs/money.md", () => {
  const table = readTable();
  const all = Object.values(samples).flat();

  it("MONEY-2 has each kind of posting once, and no other", () => {
    expect([...table.keys()].toSorted()).toEqual([...postingKinds].toSorted());
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(postingKinds));
  });

  it("MONEY-2 knows every builder", () => {
    expect(Object.keys(samples).toSorted()).toEqual(Object.keys(builders).toSorted());
    expect(paymentOwner({ kind: "sweep", wallet: null })).toBeNull();
  });

  it.each([...postingKinds])(
    "MONEY-2 says of '%s' which accounts it moves, under which reference",
    (kind) => {
      expect(table.get(kind)).toEqual(describePostings(all.filter((posting) => posting.kind === kind)));
    },
  );

  it("REVENUE-2 says of each line of the statement what it is", () => {
    const [, totals = ""] = readFileSync(join(import.meta.dirname, "../../docs/money.md"), "utf8").split(
      "## Totals by day",
    );
    const lines = Array.from(totals.matchAll(/^- `(\w+)`: ./gm), ([, line]) => line);
    expect(lines).toEqual([...statementLines]);
  });

  it("REVENUE-2 the kinds of the line `players` move nothing of the house's", () => {
    const touching = all.filter(({ entries }) =>
      entries.some(({ account }) => /^(equity|bonus|jackpot|referral)/.test(account)),
    );
    expect(touching.filter(({ kind }) => lineOfKind[kind] === "players")).toEqual([]);
  });

  it("MONEY-2 a posting has one of the references that the domain makes", () => {
    const made = Object.values(postingReference).map((build: (...ids: string[]) => string) => build("", ""));
    const prefixes = new Set(made.map((reference) => reference.split(":")[0]));
    expect(new Set(all.map(({ reference }) => reference.split(":")[0]))).toEqual(prefixes);
  });
});
