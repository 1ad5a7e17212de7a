import type { SimulatedChain } from "../chain.ts";
import type { Landed } from "../execute.ts";
import type { Store } from "../store.ts";
import type { Decoded } from "../transaction-bytes.ts";
import { type AgeNoticeRules, openAgeNoticeRules } from "./age-notices.ts";
import { openHouseActRules } from "./house-acts.ts";
import { checkHouseWallets } from "./house-wallets.ts";
import { checkSpending } from "./spending.ts";
import { type Entries, openBooks } from "./books.ts";
import { commitRootOf } from "./commit-anchors.ts";
import { mustCommit, type PreparedBet } from "./commitments.ts";
import { type ClaimRules, openClaimRules } from "./claims.ts";
import { changesWhatIsOwed, checkLiabilities, countedAt } from "./liabilities.ts";
import { openLockRules } from "./locks.ts";
import { amount, isSet, type Mirror, openMirror, type Row, text } from "./mirror.ts";
import { openMoneyRules } from "./money.ts";
import { openNotaryRules } from "./notary.ts";
import { checkCreditNotices } from "./notices.ts";
import { openOwnLimitRules, type OwnLimitRules } from "./own-limits.ts";
import { openPrivacyRules } from "./privacy.ts";
import { openRaceRules } from "./races.ts";
import { openRefundRules } from "./refunds.ts";
import { openRuleLogRules } from "./rule-log.ts";
import { openRepeatRules, type RepeatRules } from "./repeats.ts";
import { openRequestRules, type RequestRules } from "./requests.ts";
import { mustBeAtRest } from "./rest.ts";
import { checkSettlements } from "./settlements.ts";
import { checkSpecialRaces } from "./special-races.ts";
import { openTakeBackRules, type TakeBackRules } from "./take-backs.ts";
import { openTally, type Tally } from "./tally.ts";
import { Violation } from "../world.ts";

/** A bet that was acknowledged to its player. */
interface Acknowledged {
  readonly betId: string;
  readonly wallet: string;
  readonly stake: bigint;
  readonly signature: string | null;
}

/**
 * Observes everything that is committed, sent, broadcast and landed, and checks it against the rules. It reads raw
 * tables and the simulated chain, does its own computations and imports nothing from the product.
 */
export interface Oracle {
  readonly mirror: Mirror;
  /** Must be called after every commit, before anything else happens. */
  committed(): Promise<void>;
  /** Only the process that holds the lease at this moment may drive races. */
  mustLead(holder: string, step: string): Promise<void>;
  heard(name: string, payload: string): void;
  sent(transaction: Decoded): void;
  landed(transaction: Landed): void;
  finalized(transaction: Landed): void;
  prepared(bet: PreparedBet): void;
  acknowledged(bet: Acknowledged): void;
  /** Re-reads the tables and compares; slow. */
  fullCheck(): Promise<void>;
  /** Whether every final payment to the house is in the books. */
  uncountedPayments(): number;
  /** What must hold once everything has settled (rule INV-12). */
  checkRest(): void;
  /** When the newest tree of what the house owes was made; null if there is none yet. */
  countedAt(): number | null;
  /** How many commits have changed what the house owes. */
  owedChanges(): number;
  /**
   * Checks that the tree holds every account with its current amount (rules OWED-1 and OWED-2): call it only if
   * `owedChanges` is what it was before the tree was made.
   */
  checkLiabilities(): void;
  balance(account: string): bigint;
  readonly ageNotices: Pick<AgeNoticeRules, "asking">;
  readonly claims: Pick<ClaimRules, "asked" | "answered">;
  readonly requests: Omit<RequestRules, "committed">;
  readonly repeats: Pick<RepeatRules, "ordering" | "stopping">;
  readonly takeBacks: Pick<TakeBackRules, "asking">;
  readonly ownLimits: Pick<OwnLimitRules, "used" | "answered" | "depositing">;
  /** Called with an answer to a stranger, or a broadcast. */
  shown(where: string, json: unknown): void;
  /** Called with an answer to a stranger that is about one player. */
  shownAbout(wallet: string, where: string, json: unknown): void;
  readonly counts: Tally["counts"];
}

interface Ports {
  readonly store: Store;
  readonly chain: () => SimulatedChain;
  readonly houseSources: ReadonlySet<string>;
  /** Wallets that bet only for the superfecta bonus. */
  readonly farmers: ReadonlySet<string>;
  /** Wallets of streamers who hide their figures. */
  readonly hidden: ReadonlySet<string>;
  /** Wallets that sign for larger bets from their balance. */
  readonly confirming: ReadonlySet<string>;
  readonly fail: (violation: Violation) => void;
}

export function openOracle({ store, chain, houseSources, farmers, hidden, confirming, fail }: Ports): Oracle {
  const must = (holds: boolean, otherwise: string) => {
    if (!holds) fail(new Violation(otherwise));
  };
  const isHouseSource = (address: string) => houseSources.has(address);
  const mirror = openMirror();
  const books = openBooks(must);
  const money = openMoneyRules({
    must,
    mirror,
    chain,
    balance: (account) => books.balance(account),
    isHouseSource,
  });
  const memoOf = (signature: string) => money.landedOf(signature)?.memos[0] ?? null;
  const races = openRaceRules({
    must,
    mirror,
    memoOf,
    tip: () => chain().tip(),
    hasHash: (slot, hash) => chain().hasHash(slot, hash),
  });
  const locks = openLockRules({ must, mirror });
  const told = new Map<string, Acknowledged>();
  const liveBets = new Map<string, string>();
  let owedChanges = 0;
  const balance = (account: string) => books.balance(account);
  const houseActs = openHouseActRules({ must, mirror, balance });
  const claims = openClaimRules({ must, mirror, balance });
  const requests = openRequestRules({ must, mirror });
  const takeBacks = openTakeBackRules({ must, mirror });
  const refunds = openRefundRules({
    must,
    mirror,
    balance,
    takeBacks,
  });
  const ownLimits = openOwnLimitRules({ must, mirror });
  const ageNotices = openAgeNoticeRules({ must, mirror });
  const repeats = openRepeatRules({ must, mirror, balance, ownLimits, ageNotices });
  const ruleLog = openRuleLogRules({ must, mirror });
  const notary = openNotaryRules({ must, mirror, chain });
  const privacy = openPrivacyRules({ must, mirror, hidden });
  const tally = openTally(farmers);

  function betChanged(before: Row | null, bet: Row) {
    const id = text(bet, "id");
    for (const column of [
      "race_id",
      "wallet",
      "horse_number",
      "stake",
      "ledger",
      "source",
      "repeat_id",
      "memo",
      "deposit_address",
    ]) {
      must(before === null || before[column] === bet[column], `BET-6 ${column} of ${id} changes`);
    }
    const isEnded = isSet(before, "result");
    if (!isEnded && isSet(bet, "result")) tally.betEnded(bet);
    // What an admin refunds is checked by the refund rules.
    const isSame = before?.["result"] === bet["result"] || bet["result"] === "refunded";
    must(!isEnded || isSame, `INV-5 ${id} ends twice`);
    const wasIn = before?.["status"] === "confirmed";
    must(
      !wasIn || bet["status"] === "confirmed",
      `INV-9 ${id} is ${text(bet, "status")} after it was confirmed`,
    );
    const place = `${text(bet, "race_id")} ${text(bet, "wallet")}`;
    const isLive = bet["status"] === "confirmed" && bet["result"] !== "refunded";
    if (!isLive) {
      if (liveBets.get(place) === id) liveBets.delete(place);
      return;
    }
    must((liveBets.get(place) ?? id) === id, `INV-5 two live bets in ${place}`);
    liveBets.set(place, id);
  }

  return {
    mirror,
    ageNotices,
    claims,
    requests,
    repeats,
    takeBacks,
    ownLimits,
    counts: tally.counts,
    balance,

    async committed() {
      const changes = store.changes();
      if (changes.length === 0) return;
      const postings: Entries[] = [];
      const rows: { source: string; before: Row | null; row: Row }[] = [];
      for (const change of changes) {
        if (change.source === "posting") postings.push(books.post(change));
        else rows.push({ source: change.source, before: mirror.take(change), row: change.content });
      }
      for (const { source, before, row } of rows) {
        if (source === "seed_chains") races.chainCreated(row);
        if (source === "bets") betChanged(before, row);
      }
      for (const { source, before, row } of rows) if (source === "races") races.changed(before, row);
      locks.committed(rows);
      for (const { content } of changes) races.mustHoldNoSecret("the database", JSON.stringify(content));
      if (changesWhatIsOwed({ postings, rows })) owedChanges += 1;
      checkSettlements({ must, mirror, balance }, { postings, rows });
      money.committed({ postings, rows });
      checkHouseWallets({ must, mirror }, { rows });
      houseActs.committed({ postings, rows });
      checkSpecialRaces({ must, mirror, balance }, { postings, rows });
      claims.committed({ postings, rows });
      requests.committed({ postings, rows });
      refunds.committed({ postings, rows });
      ruleLog.committed({ postings, rows });
      notary.committed({ postings, rows });
      checkSpending(
        {
          must,
          mirror,
          confirming,
        },
        { postings, rows },
      );
      checkCreditNotices(
        { must, landedOf: (signature) => money.landedOf(signature), isHouseSource },
        { postings, rows },
      );
      ageNotices.committed({ postings, rows });
      repeats.committed({ postings, rows });
      ownLimits.committed({ postings, rows });
      books.checkTouched();
      money.checkHoldings();
      tally.committed({ postings, rows });
    },

    async mustLead(holder, step) {
      const lease = store.query(
        "select expires_at > clock_timestamp() as is_held from leases where name = 'engine' and holder = $1",
        [holder],
      ).rows[0] as { is_held: boolean } | undefined;
      must(lease?.is_held === true, `INV-11 ${holder} commits to ${step} without the lease`);
    },

    shown: (where, json) => privacy.told(where, json),
    shownAbout: (wallet, where, json) => privacy.toldAbout(wallet, where, json),
    heard: (name, payload) => races.mustHoldNoSecret(`the event ${name}`, payload),
    sent(transaction) {
      money.sent(transaction);
      notary.sent(transaction);
      for (const memo of transaction.memos) races.mustHoldNoSecret("a memo", memo);
    },
    landed(transaction) {
      money.landed(transaction);
      locks.landed(transaction);
      notary.landed(transaction);
    },
    finalized(transaction) {
      money.finalized(transaction);
      notary.finalized(transaction);
    },

    prepared: (bet) =>
      mustCommit(must, bet, commitRootOf({ mirror, memoOf }, mirror.races.get(bet.raceId) ?? {})),

    acknowledged(bet) {
      told.set(bet.betId, bet);
      const stored = mirror.bets.get(bet.betId);
      must(stored?.["status"] === "confirmed", `INV-9 ${bet.betId} was acknowledged and is not in`);
    },

    async fullCheck() {
      store.checkMemory();
      const sums = store.query(
        "select account, sum(lamports)::text as total from ledger_entries group by account",
      ).rows as { account: string; total: string }[];
      for (const { account, total } of sums) {
        must(
          books.balance(account) === BigInt(total),
          `INV-3 ${account} is ${total}, not ${books.balance(account)}`,
        );
      }
      const kept = store.query("select account, balance::text as total from ledger_accounts")
        .rows as typeof sums;
      for (const { account, total } of kept) {
        must(
          books.balance(account) === BigInt(total),
          `INV-3 ${account} is kept as ${total}, not ${books.balance(account)}`,
        );
      }
      const zero = [...books.balances.values()].reduce((sum, balance) => sum + balance, 0n);
      must(zero === 0n, `INV-1 all accounts sum to ${zero}`);
      for (const { betId, wallet, stake, signature } of told.values()) {
        const bet = mirror.bets.get(betId);
        const isThere =
          bet?.["status"] === "confirmed" &&
          bet["wallet"] === wallet &&
          amount(bet, "stake") === stake &&
          (signature === null || bet["signature"] === signature);
        must(isThere, `INV-9 acknowledged ${betId} is lost`);
      }
      money.checkHoldings();
    },

    uncountedPayments: () => money.uncounted.size,

    countedAt: () => countedAt(store),
    owedChanges: () => owedChanges,
    checkLiabilities: () => checkLiabilities(must, { store, mirror, balances: books.balances }),

    checkRest() {
      mustBeAtRest(must, { mirror, uncounted: money.uncounted.keys(), balances: books.balances });
    },
  };
}
