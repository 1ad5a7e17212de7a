import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";
import type { TakeBackRules } from "./take-backs.ts";

interface RefundPorts {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
  readonly balance: (account: string) => bigint;
  readonly takeBacks: Pick<TakeBackRules, "mustBeDue">;
}

/** What admins refund: one bet, or a settled race (rules MONEY-9, MONEY-23, INV-5). */
interface RefundRules {
  committed(commit: Commit): void;
}

type Change = Commit["rows"][number];

export const isLateRefund = ({ source, before, row }: Change): boolean =>
  source === "races" && row["is_refunded_late"] === true && before?.["is_refunded_late"] === false;

const isSettling = ({ source, before, row }: Change): boolean =>
  source === "races" && isSet(row, "settled_at") && !isSet(before, "settled_at");

/** What the refund of a settled race writes; everything else stays as the race was run. */
const written = new Set([
  "races",
  "bets",
  "notifications",
  "audit_log",
  "log_entries",
  "logs",
  "house_acts",
  "approvals",
]);

export function openRefundRules({ must, mirror, balance, takeBacks }: RefundPorts): RefundRules {
  function mustBeAudited(action: string, subject: string, { rows }: Commit) {
    const isThere = rows.some(
      ({ source, row }) => source === "audit_log" && row["action"] === action && row["subject"] === subject,
    );
    must(isThere, `LIMITS-8 ${action} of ${subject} leaves no audit row`);
  }

  /** Lost stakes go back, each once, and nothing else moves. */
  function checkLateRefund({ before, row: race }: Change, commit: Commit) {
    const id = text(race, "id");
    for (const column of ["pool", "fee", "remainder", "jackpot", "settled_at"]) {
      must(
        String(race[column]) === String(before?.[column]),
        `MONEY-9 the refund of ${id} changes its ${column}`,
      );
    }
    const earlier = new Map(
      commit.rows
        .filter(({ source }) => source === "bets")
        .map((change) => [change.row["id"], change.before]),
    );
    const settled = mirror.betsOf(id).filter((bet) => bet["settled_at"] === race["settled_at"]);
    const wasLost = (bet: Row) => (earlier.get(bet["id"]) ?? bet)["result"] === "loss";
    const lost = settled.filter(wasLost);
    for (const bet of settled) {
      const [was, is] = [earlier.get(bet["id"]) ?? bet, bet];
      const due = wasLost(bet) ? { result: "refunded", payout: is["stake"] } : was;
      must(
        is["result"] === due["result"] && String(is["payout"]) === String(due["payout"]),
        `MONEY-9 ${text(is, "id")} was a ${text(was, "result")} and is ${text(is, "result")} after the refund of ${id}`,
      );
    }
    must(lost.length > 0, `MONEY-9 the refund of ${id} gives nothing back`);
    const due = lost.map((bet) => `refund:${text(bet, "id")}`).toSorted();
    const posted = commit.postings.map(({ reference }) => reference).toSorted();
    must(
      JSON.stringify(posted) === JSON.stringify(due),
      `MONEY-9 ${id} is refunded by ${posted.join(", ")} instead of ${due.join(", ")}`,
    );
    for (const { source, row } of commit.rows)
      must(
        written.has(source),
        `MONEY-9 the refund of ${id} writes ${source} ${String(row["id"] ?? row["wallet"])}`,
      );
    must(
      race["ledger"] === "play" || balance("equity") >= 0n,
      `MONEY-9 the refund of ${id} is not covered by equity`,
    );
    for (const bet of lost) mustBeTold(bet, commit);
    mustBeAudited("race.refund", id, commit);
  }

  function mustBeTold(bet: Row, { rows }: Commit) {
    const inLamports = (sol: unknown) => BigInt(Math.round(Number(sol ?? 0) * 1e9));
    const notices = rows.filter(({ source, row }) => {
      const params = row["params"] as Row | null;
      return (
        source === "notifications" && row["wallet"] === bet["wallet"] && params?.["raceId"] === bet["race_id"]
      );
    });
    const params = (notices[0]?.row["params"] ?? {}) as Row;
    must(
      notices.length === 1 && inLamports(params["amount"]) === amount(bet, "stake"),
      `MONEY-9 ${text(bet, "wallet")} is told ${JSON.stringify(notices.map(({ row }) => row["params"]))}`,
    );
  }

  /** A bet is refunded in exactly one way, and never after it won. */
  function checkBet(before: Row | null, bet: Row, commit: Commit) {
    const id = text(bet, "id");
    const race = mirror.races.get(text(bet, "race_id")) ?? {};
    const isOfRace = ({ row }: Change) => row["id"] === race["id"];
    const posted = (reference: string) => commit.postings.some((posting) => posting.reference === reference);
    const isOwn = posted(`refund:${id}`);
    const ways = [isOwn, commit.rows.some((change) => isSettling(change) && isOfRace(change))];
    must(ways.filter(Boolean).length === 1, `INV-5 ${id} is refunded in ${ways.filter(Boolean).length} ways`);
    must(before?.["result"] !== "win", `MONEY-23 ${id} won and is refunded`);
    must(before?.["result"] !== "loss" || isOwn, `INV-5 ${id} lost and ends again`);
    if (!isOwn) return;
    must(amount(bet, "payout") === amount(bet, "stake"), `MONEY-23 ${id} is not refunded in full`);
    if (commit.rows.some((change) => isLateRefund(change) && isOfRace(change))) return;
    const isByAdmin = commit.rows.some(({ row }) => row["action"] === "bet.refund" && row["subject"] === id);
    if (!isByAdmin) return takeBacks.mustBeDue(bet, race);
    if (before?.["result"] === "loss") {
      must(bet["ledger"] === "play" || balance("equity") >= 0n, `MONEY-23 ${id} is not covered by equity`);
    } else {
      const isOpen =
        race["status"] === "pending" ||
        (race["status"] === "countdown" &&
          Date.parse(text(bet, "settled_at")) < Date.parse(text(race, "closes_at")));
      must(isOpen, `MONEY-23 ${id} is refunded while ${text(race, "id")} is ${text(race, "status")}`);
    }
    mustBeTold(bet, commit);
  }

  return {
    committed(commit) {
      for (const change of commit.rows) {
        const { source, before, row } = change;
        if (isLateRefund(change)) checkLateRefund(change, commit);
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

  function checkReference(reference: string, { rows }: Commit) {
    const betId = /^refund:(.+)$/.exec(reference)?.[1];
    const isRefunding = rows.some(
      ({ source, before, row }) =>
        source === "bets" && row["id"] === betId && before?.["result"] !== "refunded",
    );
    must(betId === undefined || isRefunding, `INV-5 ${reference} is posted and nothing is refunded`);
  }
}
