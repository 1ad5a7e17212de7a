import { describe, expect, it } from "vitest";
import { lamports, signedLamports } from "../../../domain/lamports.ts";
import { type Facts, findProblems } from "./find-problems.ts";
import type { PaymentObstacles } from "../../foundation/books/wait-reason.ts";
import { explainWaiting, type OpenPayments } from "./waiting-payments.ts";

const at = new Date("2026-11-23T12:00:00Z");
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
const none = lamports(0n);

const fine: Facts = {
  at,
  race: { id: "race-7", idleSince: null },
  unsettled: null,
  open: [],
  failed: { count: 0, amount: none },
  failedMemos: 0,
  difference: signedLamports(0n),
  missingInWallets: none,
  isRedisSilent: false,
  equity: signedLamports(100n),
  bonusFund: lamports(10n),
  settings: {
    maintenance: false,
    testingMode: false,
    jackpotPool: lamports(100n),
    superfectaBonus: lamports(10n),
    nextRaceDelayMs: 10_000,
  },
  isHalted: false,
  isLocked: false,
  hasLeader: true,
  isChainSilent: false,
  isHotWalletShort: false,
};
const payments = (facts: Partial<OpenPayments> = {}): OpenPayments => ({
  kind: "withdrawal",
  stage: "unsigned",
  isFromHot: true,
  count: 2,
  amount: lamports(50n),
  oldest: ago(1),
  ...facts,
});

describe("problems", () => {
  it("there are none where all is well", () => {
    expect(findProblems({ ...fine, open: [payments()] })).toEqual([]);
    // The race has just ended: the next race comes.
    const justOver = {
      race: { id: "race-7", idleSince: ago(1) },
      unsettled: { id: "race-7", since: ago(4) },
    };
    expect(findProblems({ ...fine, ...justOver })).toEqual([]);
    const nothingWanted = { ...fine.settings, jackpotPool: none, superfectaBonus: none };
    const poor = { equity: signedLamports(0n), bonusFund: none, settings: nothingWanted };
    expect(findProblems({ ...fine, ...poor })).toEqual([]);
  });

  it.each<[string, Partial<Facts>, object]>([
    ["PAYMENTS_HALTED", { isHalted: true, difference: signedLamports(-7n) }, { amount: -7n, count: 0 }],
    ["HOUSE_LOCKED", { isLocked: true, open: [payments()] }, { count: 2, amount: 50n }],
    ["NO_LEADER", { hasLeader: false }, {}],
    ["CHAIN_SILENT", { isChainSilent: true, difference: null }, {}],
    ["RACE_STUCK", { unsettled: { id: "race-6", since: ago(6) } }, { raceId: "race-6", since: ago(6) }],
    ["HOT_WALLET_SHORT", { missingInWallets: lamports(3n) }, { amount: 3n }],
    ["BOOKS_DIFFER", { difference: signedLamports(1n) }, { amount: 1n }],
    ["PAYMENTS_UNKNOWN", { open: [payments({ stage: "unknown" }), payments()] }, { count: 2, amount: 50n }],
    ["PAYMENTS_LATE", { open: [payments(), payments({ oldest: ago(11) })] }, { since: ago(11), count: 4 }],
    [
      "PAYMENTS_UNKNOWN",
      { open: [payments({ stage: "unknown", kind: "sweep" }), payments()] },
      { count: 2, isOwn: true },
    ],
    [
      "PAYMENTS_LATE",
      { open: [payments({ kind: "anchor", oldest: ago(11) }), payments()] },
      { count: 4, isOwn: false },
    ],
    ["PAYMENTS_LATE", { open: [payments({ kind: "anchor", oldest: ago(11) })] }, { count: 2, isOwn: true }],
    ["PAYMENTS_FAILED", { failed: { count: 1, amount: lamports(9n) } }, { count: 1, amount: 9n }],
    ["MEMOS_FAILED", { failedMemos: 2 }, { count: 2 }],
    ["NO_RACE", { race: { id: "race-7", idleSince: ago(2) } }, { since: ago(2) }],
    ["NO_RACE", { race: null }, {}],
    ["REDIS_SILENT", { isRedisSilent: true }, {}],
    ["MAINTENANCE_ON", { settings: { ...fine.settings, maintenance: true } }, {}],
    ["TESTING_ON", { settings: { ...fine.settings, testingMode: true } }, {}],
    ["JACKPOT_NOT_COVERED", { equity: signedLamports(99n) }, { amount: 1n }],
    ["BONUS_REFILLING", { bonusFund: lamports(4n) }, { amount: 6n }],
  ])("says %s, and nothing else", (code, change, params) => {
    expect(findProblems({ ...fine, ...change })).toMatchObject([{ code, params }]);
  });

  it("says the worst first", () => {
    const settings = { ...fine.settings, maintenance: true };
    const all = findProblems({
      ...fine,
      settings,
      isLocked: true,
      equity: signedLamports(-5n),
      hasLeader: false,
    });
    expect(all.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      "error HOUSE_LOCKED",
      "error NO_LEADER",
      "error EQUITY_NEGATIVE",
      "warning MAINTENANCE_ON",
      "warning JACKPOT_NOT_COVERED",
    ]);
  });
});

describe("payments that wait", () => {
  const calm: PaymentObstacles = fine;
  const why = (facts: Partial<OpenPayments>, now: Partial<PaymentObstacles> = {}) =>
    explainWaiting([payments(facts)], { ...calm, ...now })[0]?.why;

  it("have the first reason that holds", () => {
    const everything = { isHalted: true, isLocked: true, isHotWalletShort: true };
    expect(why({ stage: "unknown" }, { ...everything, hasLeader: false, isChainSilent: true })).toBe(
      "unknown",
    );
    expect(why({ stage: "sent" }, { hasLeader: false, isChainSilent: true })).toBe("no-leader");
    expect(why({ stage: "sent" }, { isChainSilent: true })).toBe("chain-silent");
    expect(why({ stage: "sent" }, everything)).toBe("confirming");
    expect(why({}, everything)).toBe("locked");
    expect(why({}, { isHalted: true, isHotWalletShort: true })).toBe("halted");
    expect(why({ kind: "anchor" }, { isHalted: true })).toBe("queued");
    expect(why({}, { isHotWalletShort: true })).toBe("hot-wallet-short");
    expect(why({ isFromHot: false }, { isHotWalletShort: true })).toBe("queued");
    expect(why({})).toBe("queued");
  });

  it("are added up by kind and reason", () => {
    const open = [
      payments({ oldest: ago(3) }),
      payments({ isFromHot: false, oldest: ago(5) }),
      payments({ kind: "payout" }),
    ];
    expect(explainWaiting(open, calm)).toEqual([
      { kind: "withdrawal", why: "queued", count: 4, amount: 100n, oldest: ago(5) },
      { kind: "payout", why: "queued", count: 2, amount: 50n, oldest: ago(1) },
    ]);
  });
});
