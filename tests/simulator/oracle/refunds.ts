import { countsForStreak } from "./arithmetic.ts";
import { type Entries, sameEntries, shown } from "./books.ts";
import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import { openReversalArithmetic } from "./reversals.ts";
import type { Commit } from "./settlements.ts";

export interface RefundPorts {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
  readonly balance: (account: string) => bigint;
  /** The amount that a counted payment brought a wallet. */
  readonly broughtBy: (signature: string, wallet: string) => bigint;
}

/** What admins refund: one bet, or a settled race (rules MONEY-9, MONEY-23, INV-5). */
interface RefundRules {
  committed(commit: Commit): void;
}

export const isReversing = ({ source, before, row }: Commit["rows"][number]): boolean =>
  source === "races" && row["is_reversed"] === true && before?.["is_reversed"] === false;

const isSettling = ({ source, before, row }: Commit["rows"][number]): boolean =>
  source === "races" && isSet(row, "settled_at") && !isSet(before, "settled_at");

export function openRefundRules(ports: RefundPorts): RefundRules {
  const { must, mirror, balance } = ports;
  const arithmetic = openReversalArithmetic(ports);
  /** By player: the races that counted for the streak, in the order of settlement, with the streak before each. */
  const counted = new Map<string, { readonly raceId: string; readonly before: number }[]>();
  const reversed = new Set<string>();

  function recordStreaks({ before, row: race }: Commit["rows"][number], { rows }: Commit) {
    const wasRun = isSet(race, "winning_number") && before?.["status"] !== "refunded";
    if (!wasRun || race["ledger"] !== "real") return;
    for (const bet of mirror.betsOf(text(race, "id"))) {
      if (bet["settled_at"] !== race["settled_at"] || !countsForStreak(bet, race["settings"] as Row))
        continue;
      const wallet = text(bet, "wallet");
      const moved = rows.find(({ source, row }) => source === "users" && row["wallet"] === wallet);
      const user = moved?.before ?? mirror.users.get(wallet);
      if (!user) continue;
      const step = { raceId: text(race, "id"), before: Number(user["current_win_streak"]) };
      counted.set(wallet, [...(counted.get(wallet) ?? []), step]);
    }
  }

  /** A streak is restored to its previous value for players who have had no counted race since. */
  function checkStreaks(raceId: string, { rows }: Commit) {
    const wanted = new Map<string, number>();
    for (const [wallet, steps] of counted) {
      const last = steps.findLast((step) => !reversed.has(step.raceId));
      if (last?.raceId === raceId) wanted.set(wallet, last.before);
    }
    for (const [wallet, streak] of wanted) {
      const stored = mirror.users.get(wallet)?.["current_win_streak"];
      must(
        stored === streak,
        `MONEY-9 the streak of ${wallet} before ${raceId} was ${streak}, not ${String(stored)}`,
      );
    }
    for (const { source, before, row } of rows) {
      if (source !== "users" || before === null || wanted.has(text(row, "wallet"))) continue;
      const isSame = before["current_win_streak"] === row["current_win_streak"];
      must(
        isSame,
        `MONEY-9 the refund of ${raceId} moves the streak of ${text(row, "wallet")}, who has gone on`,
      );
    }
    reversed.add(raceId);
  }

  function mustBeAudited(action: string, subject: string, { rows }: Commit) {
    const isThere = rows.some(
      ({ source, row }) => source === "audit_log" && row["action"] === action && row["subject"] === subject,
    );
    must(isThere, `LIMITS-8 ${action} of ${subject} leaves no audit row`);
  }

  function checkReversal(race: Row, commit: Commit) {
    const id = text(race, "id");
    const { entries, returned, taken } = arithmetic.expected(race, commit);
    const posted = new Map<string, bigint>();
    for (const posting of commit.postings.filter(({ reference }) => isOf(reference, `reverse:${id}`)))
      for (const [account, lamports] of posting.entries)
        posted.set(account, (posted.get(account) ?? 0n) + lamports);
    must(
      sameEntries(posted, entries),
      `MONEY-9 ${id} is refunded by ${shown(posted)} instead of ${shown(entries)}`,
    );
    for (const bet of mirror.betsOf(id)) {
      if (bet["status"] !== "confirmed") continue;
      must(
        bet["result"] === "refunded",
        `INV-5 ${text(bet, "id")} of refunded ${id} is ${text(bet, "result")}`,
      );
    }
    for (const payment of mirror.payments.values()) {
      const waits =
        payment["kind"] === "payout" && payment["race_id"] === id && payment["status"] === "pending";
      must(!waits, `MONEY-9 ${text(payment, "id")} waits after ${id} was refunded`);
    }
    const cost = arithmetic.before("equity", commit) - balance("equity");
    must(cost <= 0n || balance("equity") >= 0n, `MONEY-9 the refund of ${id} is not covered by equity`);
    for (const bet of returned) {
      const wallet = text(bet, "wallet");
      mustBeTold({ wallet, raceId: id, stake: amount(bet, "stake"), taken: taken.get(wallet) ?? 0n }, commit);
    }
    checkStreaks(id, commit);
    mustBeAudited("race.refund", id, commit);
  }

  function mustBeTold(
    told: { wallet: string; raceId: string; stake: bigint; taken: bigint },
    { rows }: Commit,
  ) {
    const inLamports = (sol: unknown) => BigInt(Math.round(Number(sol ?? 0) * 1e9));
    const notices = rows.filter(({ source, row }) => {
      const params = row["params"] as Row | null;
      return (
        source === "notifications" && row["wallet"] === told.wallet && params?.["raceId"] === told.raceId
      );
    });
    const params = (notices[0]?.row["params"] ?? {}) as Row;
    const isRight =
      notices.length === 1 &&
      inLamports(params["amount"]) === told.stake &&
      inLamports(params["taken"]) === told.taken;
    must(
      isRight,
      `MONEY-9 ${told.wallet} is told ${JSON.stringify(notices.map(({ row }) => row["params"]))}`,
    );
  }

  /** A bet is refunded in exactly one way. */
  function checkBet(before: Row | null, bet: Row, commit: Commit) {
    const id = text(bet, "id");
    const race = mirror.races.get(text(bet, "race_id")) ?? {};
    const isOfRace = ({ row }: Commit["rows"][number]) => row["id"] === race["id"];
    const posted = (reference: string) => commit.postings.some((posting) => posting.reference === reference);
    const isOwn = posted(`refund:${id}`);
    const isWhole = commit.rows.some((change) => isReversing(change) && isOfRace(change));
    const ways = [
      isOwn,
      isWhole,
      posted(`void:${id}`),
      commit.rows.some((change) => isSettling(change) && isOfRace(change)),
    ];
    must(ways.filter(Boolean).length === 1, `INV-5 ${id} is refunded in ${ways.filter(Boolean).length} ways`);
    must(before?.["result"] !== "win" || isWhole, `MONEY-23 ${id} won and is refunded`);
    must(before?.["result"] !== "loss" || isWhole || isOwn, `INV-5 ${id} lost and ends again`);
    if (!isOwn) return;
    must(amount(bet, "payout") === amount(bet, "stake"), `MONEY-23 ${id} is not refunded in full`);
    if (before?.["result"] === "loss") {
      must(bet["ledger"] === "play" || balance("equity") >= 0n, `MONEY-23 ${id} is not covered by equity`);
    } else {
      const isOpen =
        race["status"] === "pending" ||
        (race["status"] === "countdown" &&
          Date.parse(text(bet, "settled_at")) < Date.parse(text(race, "closes_at")));
      must(isOpen, `MONEY-23 ${id} is refunded while ${text(race, "id")} is ${text(race, "status")}`);
    }
    const [wallet, raceId] = [text(bet, "wallet"), text(bet, "race_id")];
    mustBeTold({ wallet, raceId, stake: amount(bet, "stake"), taken: 0n }, commit);
    mustBeAudited("bet.refund", id, commit);
  }

  return {
    committed(commit) {
      for (const posting of commit.postings) arithmetic.record(posting);
      for (const change of commit.rows) {
        const { source, before, row } = change;
        if (isSettling(change)) recordStreaks(change, commit);
        if (isReversing(change)) checkReversal(row, commit);
        if (source === "bets" && row["result"] === "refunded" && before?.["result"] !== "refunded")
          checkBet(before, row, commit);
        if (source === "payments" && before === null && row["kind"] === "payout") {
          const bet = mirror.bets.get(text(row, "bet_id"));
          must(
            bet?.["result"] === "win",
            `MONEY-9 ${text(row, "id")} pays a bet that is ${String(bet?.["result"])}`,
          );
        }
      }
      for (const { reference } of commit.postings) checkReference(reference, commit);
    },
  };

  function checkReference(reference: Entries["reference"], { rows }: Commit) {
    const raceId = /^reverse:([^:]+)/.exec(reference)?.[1];
    const betId = /^refund:(.+)$/.exec(reference)?.[1];
    const isRefunding = rows.some(
      (change) =>
        (raceId !== undefined && isReversing(change) && change.row["id"] === raceId) ||
        (change.source === "bets" && change.row["id"] === betId && change.before?.["result"] !== "refunded"),
    );
    must(
      (raceId ?? betId) === undefined || isRefunding,
      `INV-5 ${reference} is posted and nothing is refunded`,
    );
  }
}

/** The first part of a posting, or a further one. */
const isOf = (reference: string, first: string): boolean =>
  reference === first || reference.startsWith(`${first}:`);
