import type { Entries } from "./books.ts";
import { amount, isSet, type Row, text } from "./mirror.ts";
import type { RefundPorts } from "./refunds.ts";
import type { Commit } from "./settlements.ts";

/** What the refund of a settled race must do to the books. */
interface ExpectedReversal {
  readonly entries: ReadonlyMap<string, bigint>;
  /** Bets whose stakes are returned now. */
  readonly returned: readonly Row[];
  /** The amount taken from each player's balance. */
  readonly taken: ReadonlyMap<string, bigint>;
}

/** The arithmetic of rule MONEY-9, computed from what was observed in the books and not from the product's code. */
interface ReversalArithmetic {
  /** Must be called with every posting. */
  record(posting: Entries): void;
  expected(race: Row, commit: Commit): ExpectedReversal;
  /** The balance of an account before a commit. */
  before(account: string, commit: Commit): bigint;
}

const isWithPlayer = new Set(["sent", "unknown", "completed"]);
const smaller = (one: bigint, other: bigint) => (one < other ? one : other);

export function openReversalArithmetic({ mirror, balance, broughtBy }: RefundPorts): ReversalArithmetic {
  /** By race: what its settlement credited to referrers and the fund, and the bonuses that it brought. */
  const credited = new Map<string, Map<string, bigint>>();
  const bonuses = new Map<string, Map<string, bigint>>();
  const add = (to: Map<string, bigint>, key: string, lamports: bigint) =>
    to.set(key, (to.get(key) ?? 0n) + lamports);
  const of = (maps: Map<string, Map<string, bigint>>, raceId: string) => {
    const found = maps.get(raceId) ?? new Map<string, bigint>();
    maps.set(raceId, found);
    return found;
  };

  const before = (account: string, { postings }: Commit) =>
    postings.reduce((left, { entries }) => left - (entries.get(account) ?? 0n), balance(account));

  /** The part of a balance that a fork could still drop, as the server knows it. */
  function notFinal(wallet: string): bigint {
    let held = 0n;
    for (const deposit of mirror.deposits.values()) {
      if (isSet(deposit, "finalized_at")) continue;
      const isOnBalance =
        deposit["outcome"] === "credit" ||
        (deposit["outcome"] === "bet" && mirror.bets.get(text(deposit, "bet_id"))?.["result"] === "refunded");
      if (isOnBalance) held += broughtBy(text(deposit, "signature"), wallet);
    }
    return held;
  }

  /** Whether a win is neither on its way to the player nor cancelled now: it is on the balance, or was spent from there. */
  function isLeft(bet: Row, { rows }: Commit): boolean {
    const payouts = [...mirror.payments.values()].filter(
      (payment) => payment["kind"] === "payout" && payment["bet_id"] === bet["id"],
    );
    const isCancelledNow = (payment: Row) =>
      rows.some(
        ({ source, before: was, row }) =>
          source === "payments" && row["id"] === payment["id"] && was?.["status"] !== row["status"],
      );
    return !payouts.some((payment) => isWithPlayer.has(text(payment, "status")) || isCancelledNow(payment));
  }

  return {
    before,

    record({ reference, entries }) {
      const settled = /^settle:([^:]+)/.exec(reference)?.[1];
      const awarded = /^bonus:([^:]+):(.+)$/.exec(reference);
      for (const [account, lamports] of entries) {
        const isShare = account === "bonus" || account.startsWith("referral:");
        if (settled !== undefined && isShare) add(of(credited, settled), account, lamports);
        if (awarded?.[1] !== undefined && account.startsWith("user:"))
          add(of(bonuses, awarded[1]), account, lamports);
      }
    },

    expected(race, commit) {
      const id = text(race, "id");
      const isPlay = race["ledger"] === "play";
      const playerOf = (bet: Row) => `${isPlay ? "play:" : ""}user:${text(bet, "wallet")}`;
      const earlier = new Map(
        commit.rows
          .filter(({ source }) => source === "bets")
          .map(({ before: was, row }) => [row["id"], was ?? row] as const),
      );
      const settled = mirror
        .betsOf(id)
        .filter((bet) => bet["settled_at"] === race["settled_at"])
        .map((bet) => earlier.get(bet["id"]) ?? bet);
      const returned = settled.filter((bet) => bet["result"] !== "refunded");
      const entries = new Map<string, bigint>();
      const owed = new Map<string, bigint>();
      for (const bet of returned) add(entries, playerOf(bet), amount(bet, "stake"));
      for (const bet of settled)
        if (bet["result"] === "win" && isLeft(bet, commit)) add(owed, playerOf(bet), amount(bet, "payout"));
      let bonus = 0n;
      for (const [account, lamports] of of(bonuses, id)) {
        add(owed, account, lamports);
        bonus += lamports;
      }
      for (const [account, lamports] of of(credited, id))
        if (account !== "bonus") add(owed, account, lamports);
      const taken = new Map<string, bigint>();
      for (const [account, lamports] of owed) {
        const wallet = /^(?:play:)?user:(.+)$/.exec(account)?.[1];
        const held = before(account, commit) - (wallet === undefined || isPlay ? 0n : notFinal(wallet));
        const now = smaller(lamports, held > 0n ? held : 0n);
        add(entries, account, -now);
        if (wallet !== undefined) taken.set(wallet, now);
      }
      const share = of(credited, id).get("bonus") ?? 0n;
      add(entries, "bonus", bonus - smaller(share, before("bonus", commit) + bonus));
      const total = [...entries.values()].reduce((sum, lamports) => sum + lamports, 0n);
      add(entries, isPlay ? "play:mint" : "equity", -total);
      return { entries, returned, taken };
    },
  };
}
