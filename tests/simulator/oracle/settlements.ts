import { expectedSettlement } from "./arithmetic.ts";
import { type Entries, sameEntries, shown } from "./books.ts";
import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";

/** A commit as the oracle reads it: postings, and rows with the rows that they replaced. */
export interface Commit {
  readonly postings: readonly Entries[];
  readonly rows: readonly { readonly source: string; readonly before: Row | null; readonly row: Row }[];
}

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
  readonly balance: (account: string) => bigint;
}

/**
 * Checks every settlement against the rules' arithmetic (rules INV-4, INV-5, INV-8, MONEY-4 to MONEY-6, MONEY-12 to
 * MONEY-15).
 */
export function checkSettlements({ must, mirror, balance }: Ports, commit: Commit): void {
  const settling = commit.rows.filter(
    ({ source, before, row }) =>
      source === "races" && isSet(row, "settled_at") && !isSet(before, "settled_at"),
  );
  for (const { reference } of commit.postings) {
    const raceId = /^settle:(.*)$/.exec(reference)?.[1];
    if (raceId === undefined) continue;
    must(
      settling.some(({ row }) => row["id"] === raceId),
      `INV-4 ${reference} is posted while its race is not settled`,
    );
  }
  for (const { row, before } of settling)
    checkSettlement({ must, mirror, balance }, commit, { race: row, before });
  const streakOnly = commit.rows.filter(
    ({ source, before, row }) =>
      source === "users" && before !== null && before["current_win_streak"] !== row["current_win_streak"],
  );
  must(settling.length > 0 || streakOnly.length === 0, "MONEY-15 a streak moves without a settled race");
}

interface Settled {
  readonly race: Row;
  /** The race before the commit. */
  readonly before: Row | null;
}

function checkSettlement({ must, mirror, balance }: Ports, commit: Commit, { race, before }: Settled) {
  const id = text(race, "id");
  const earlier = (source: string, key: string, wanted: string) =>
    commit.rows.find((changed) => changed.source === source && changed.row[key] === wanted)?.before;
  const bets = mirror
    .betsOf(id)
    .map((bet) => earlier("bets", "id", text(bet, "id")) ?? bet)
    .filter((bet) => bet["status"] === "confirmed" && bet["result"] !== "refunded")
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  for (const bet of bets) {
    must(
      bet["result"] === null,
      `INV-5 ${text(bet, "id")} was ${text(bet, "result")} before its race was settled`,
    );
  }
  // An admin may refund a race that has been run but not settled.
  const wasRun = isSet(race, "winning_number") && before?.["status"] !== "refunded";
  const expected = expectedSettlement({
    race,
    bets,
    winner: wasRun ? Number(race["winning_number"]) : null,
    referrerOf: (wallet) => {
      const referrer = mirror.users.get(wallet)?.["referrer"];
      return typeof referrer === "string" && referrer !== wallet ? referrer : null;
    },
    streakOf: (wallet) => {
      const user = earlier("users", "wallet", wallet) ?? mirror.users.get(wallet);
      return user === undefined ? null : Number(user["current_win_streak"]);
    },
  });
  const wantedStatus = expected.kind === "paid" ? "completed" : "refunded";
  must(
    race["status"] === wantedStatus,
    `INV-4 ${id} is ${text(race, "status")} but its bets are ${expected.kind}`,
  );
  checkPosting(must, commit, id, expected);
  checkBets(must, mirror, id, expected);
  if (expected.kind === "paid") {
    must(
      amount(race, "fee") === expected.fee,
      `INV-4 the fee of ${id} is ${text(race, "fee")}, not ${expected.fee}`,
    );
    must(
      amount(race, "remainder") === expected.remainder,
      `INV-4 the remainder of ${id} is ${text(race, "remainder")}`,
    );
  }
  for (const account of [`pool:${id}`, `play:pool:${id}`, `jackpot:${id}`]) {
    must(balance(account) === 0n, `INV-4 ${account} still holds ${balance(account)}`);
  }
  checkStreaks({ must, mirror, balance }, commit, id, expected);
  if (race["ledger"] === "real") checkPayouts(must, commit, id, expected, bets);
}

const orderOf = (bet: Row) => `${text(bet, "confirmed_at")} ${text(bet, "id")}`;

type Expectation = ReturnType<typeof expectedSettlement>;

function checkPosting(must: Must, commit: Commit, id: string, expected: Expectation) {
  const posting = commit.postings.find(({ reference }) => reference === `settle:${id}`);
  const entries = posting?.entries ?? new Map<string, bigint>();
  must(
    sameEntries(entries, expected.entries),
    `INV-4 ${id} is settled by ${shown(entries)} instead of ${shown(expected.entries)}`,
  );
}

function checkBets(must: Must, mirror: Mirror, id: string, expected: Expectation) {
  for (const [betId, { result, payout, fee }] of expected.bets) {
    const bet = mirror.bets.get(betId);
    const isAsWanted =
      bet?.["result"] === result && amount(bet, "payout") === payout && amount(bet, "fee") === fee;
    must(isAsWanted, `INV-5 ${betId} of ${id} ends ${String(bet?.["result"])}, not ${result} with ${payout}`);
  }
  for (const bet of mirror.betsOf(id)) {
    const isLive = bet["status"] === "confirmed";
    must(!isLive || bet["result"] !== null, `INV-5 ${text(bet, "id")} of settled ${id} has no end`);
  }
}

function checkStreaks({ must, mirror, balance }: Ports, commit: Commit, id: string, expected: Expectation) {
  for (const [wallet, streak] of expected.streaks) {
    const stored = mirror.users.get(wallet)?.["current_win_streak"];
    must(
      stored === streak,
      `MONEY-15 the streak of ${wallet} after ${id} is ${String(stored)}, not ${streak}`,
    );
  }
  for (const { source, before, row } of commit.rows) {
    if (source !== "users" || before === null || expected.streaks.has(text(row, "wallet"))) continue;
    const isSame = before["current_win_streak"] === row["current_win_streak"];
    must(isSame, `MONEY-15 ${id} moves the streak of ${text(row, "wallet")}, which it must leave alone`);
  }
  const awards = commit.postings.filter(({ reference }) => reference.startsWith("bonus:"));
  const paid = awards.reduce((sum, { entries }) => sum - (entries.get("bonus") ?? 0n), 0n);
  const fund = balance("bonus") + paid;
  const settings = commit.rows.find(({ source, row }) => source === "races" && row["id"] === id)?.row[
    "settings"
  ] as Row;
  const bonus = BigInt(String(settings["superfectaBonus"]));
  const most = bonus === 0n ? 0 : Number(fund / bonus);
  const winners = expected.superfectas.slice(0, most);
  const isRight =
    awards.length === winners.length &&
    winners.every((wallet) =>
      awards.some(
        ({ reference, entries }) =>
          reference === `bonus:${id}:${wallet}` &&
          sameEntries(
            entries,
            new Map([
              ["bonus", -bonus],
              [`user:${wallet}`, bonus],
            ]),
          ),
      ),
    );
  must(isRight, `INV-8 ${id} awards ${awards.length} bonuses, not ${winners.length} from a fund of ${fund}`);
}

/** There is a payment for each winning bet, of its payout, to its wallet, and no other. */
function checkPayouts(must: Must, commit: Commit, id: string, expected: Expectation, bets: readonly Row[]) {
  const made = commit.rows.filter(
    ({ source, before, row }) => source === "payments" && before === null && row["kind"] === "payout",
  );
  const owed = [...expected.bets].filter(([, { result, payout }]) => result === "win" && payout > 0n);
  must(made.length === owed.length, `MONEY-10 ${id} makes ${made.length} payouts, not ${owed.length}`);
  for (const [betId, { payout }] of owed) {
    const wallet = bets.find((bet) => bet["id"] === betId)?.["wallet"];
    const row = made.find((one) => one.row["bet_id"] === betId)?.row;
    const isRight = row !== undefined && amount(row, "lamports") === payout && row["destination"] === wallet;
    must(isRight, `MONEY-10 the payout of ${betId} is not ${payout} to ${String(wallet)}`);
  }
}
