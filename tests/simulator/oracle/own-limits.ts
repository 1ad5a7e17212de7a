import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
}

export const limitKinds = ["stakeDay", "stakeWeek", "lossDay", "lossWeek"] as const;
type LimitKind = (typeof limitKinds)[number];

/**
 * No bet exceeds one of its player's own limits, or falls within a break (rule BET-16). A run lasts only hours, so that
 * every bet is in every window, and no limit may rise yet.
 */
export interface OwnLimitRules {
  /** What a player staked, or may have lost, as a limit counts it. */
  used(wallet: string, kind: LimitKind): bigint;
  /**
   * Called when a player has received confirmation that a limit has the requested value, or will have it if that is
   * higher.
   */
  answered(wallet: string, kind: LimitKind, asked: bigint): void;
  /**
   * Called when a player asks for the transaction of a deposit; the returned function must be called with whether it
   * was handed out.
   */
  depositing(wallet: string): (isPrepared: boolean) => void;
  /** Whether a bet of this stake would now exceed one of its player's own limits. */
  wouldExceed(wallet: string, stake: bigint): boolean;
  isOnBreak(wallet: string, atMs: number): boolean;
  committed(commit: Commit): void;
}

export function openOwnLimitRules({ must, mirror }: Ports): OwnLimitRules {
  /** Keyed by wallet and kind. */
  const limits = new Map<string, Row>();
  const limitOf = (wallet: string, kind: string): bigint | null => {
    const row = limits.get(`${wallet} ${kind}`);
    return row && isSet(row, "value") ? amount(row, "value") : null;
  };

  function used(wallet: string, kind: LimitKind): bigint {
    const isLoss = kind === "lossDay" || kind === "lossWeek";
    const counting = [...mirror.bets.values()]
      .filter((bet) => bet["wallet"] === wallet && bet["status"] === "confirmed" && bet["ledger"] === "real")
      .filter((bet) => bet["result"] !== "refunded")
      .toSorted((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1));
    let total = 0n;
    let most = 0n;
    // From the newest backwards: a win before a loss makes no room for it.
    for (const bet of counting) {
      total += amount(bet, "stake") - (isLoss && isSet(bet, "result") ? amount(bet, "payout") : 0n);
      if (total > most) most = total;
    }
    return most;
  }

  const breakAt = (wallet: string, atMs: number) =>
    [...mirror.ownBreaks.values()].find(
      (one) => one["wallet"] === wallet && Date.parse(text(one, "until")) > atMs,
    );

  function admitted(bet: Row) {
    const id = text(bet, "id");
    const wallet = text(bet, "wallet");
    const taken = breakAt(wallet, Date.parse(text(bet, "confirmed_at")));
    must(taken === undefined, `BET-16 ${id} is taken during ${String(taken?.["id"])}`);
    if (bet["ledger"] !== "real") return;
    for (const kind of limitKinds) {
      const limit = limitOf(wallet, kind);
      if (limit === null) continue;
      const now = used(wallet, kind);
      must(now <= limit, `BET-16 ${id} brings ${kind} of ${wallet} to ${now}, past ${limit}`);
    }
  }

  function limited(row: Row) {
    const [wallet, kind] = [text(row, "wallet"), text(row, "kind")];
    const before = limitOf(wallet, kind);
    limits.set(`${wallet} ${kind}`, row);
    const now = limitOf(wallet, kind);
    must(before === null || (now !== null && now <= before), `BET-16 ${kind} of ${wallet} rises at once`);
  }

  return {
    used,
    answered(wallet, kind, asked) {
      const now = limitOf(wallet, kind);
      must(now !== null && now <= asked, `BET-16 ${kind} of ${wallet} is ${String(now)}, not ${asked}`);
    },
    depositing(wallet) {
      // A run lasts only hours, so that a break that has begun is not over when the answer arrives.
      const taken = breakAt(wallet, Date.now());
      return (isPrepared) =>
        must(!isPrepared || taken === undefined, `BET-16 ${wallet} is to deposit on a break`);
    },
    wouldExceed: (wallet, stake) =>
      limitKinds.some((kind) => {
        const limit = limitOf(wallet, kind);
        return limit !== null && used(wallet, kind) + stake > limit;
      }),
    isOnBreak: (wallet, atMs) => breakAt(wallet, atMs) !== undefined,
    committed({ rows }) {
      for (const { source, before, row } of rows) {
        if (source === "own_limits") limited(row);
        if (source === "own_breaks") must(before === null, `BET-16 ${text(row, "id")} changes`);
        const isIn = source === "bets" && row["status"] === "confirmed" && before?.["status"] !== "confirmed";
        if (isIn) admitted(row);
      }
    },
  };
}

const orderOf = (bet: Row) => `${text(bet, "confirmed_at")} ${text(bet, "id")}`;
