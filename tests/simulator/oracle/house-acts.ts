import { kindOf } from "../keys.ts";
import { isWrappedAfter } from "../wrapped-key.ts";
import { sameEntries } from "./books.ts";
import { amount, isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
  readonly balance: (account: string) => bigint;
}

const openStatuses: readonly unknown[] = ["pending", "sent", "unknown"];

/** What an admin moved without another. */
interface LoneAct {
  readonly by: string;
  readonly atMs: number;
  readonly lamports: bigint;
}

const DAY_MS = 86_400_000;
/** A server's clock may be this far from another's. */
const SKEW_MS = 60_000;

/**
 * What admins do with the house's money (rules HOUSE-4, HOUSE-6, MONEY-22, MONEY-24): each action has its audit row, is
 * covered and happens once. What one admin moves in 24 hours without another stays within the limit, and who approves
 * is independent of who asked (rules IDENTITY-5, APPROVALS-2 and APPROVALS-8).
 */
export function openHouseActRules(ports: Ports): { committed(commit: Commit): void } {
  const { must, mirror } = ports;
  const acts: LoneAct[] = [];
  /** By wallet; an admin of the environment is not in it. */
  const appointments = new Map<string, { readonly by: string; readonly atMs: number }>();
  /** The admin who set the jackpot of ordinary races alone. */
  let jackpotSetter: string | null = null;

  function mustBeIndependent(approval: Row) {
    const id = text(approval, "id");
    const [asker, approver] = [text(approval, "asked_by"), text(approval, "decided_by")];
    const [ofAsker, ofApprover] = [appointments.get(asker), appointments.get(approver)];
    must(approver !== asker, `APPROVALS-2 ${id} is approved by who asked`);
    const isPair = ofAsker?.by === approver || ofApprover?.by === asker;
    const areSiblings = ofAsker !== undefined && ofAsker.by === ofApprover?.by;
    must(!isPair && !areSiblings, `APPROVALS-8 ${id} is approved by ${approver}, who depends on ${asker}`);
    const ageMs = Date.parse(text(approval, "decided_at")) - (ofApprover?.atMs ?? Number.NEGATIVE_INFINITY);
    must(ageMs >= DAY_MS, `APPROVALS-8 ${id} is approved by ${approver}, appointed ${ageMs} ms before`);
  }

  function count(act: LoneAct) {
    acts.push(act);
    const limit = BigInt(Math.round(Number(mirror.settings.get("second_admin_above_sol") ?? "10") * 1e9));
    const moved = acts
      .filter(({ by, atMs }) => by === act.by && atMs > act.atMs - DAY_MS + SKEW_MS)
      .reduce((sum, { lamports }) => sum + lamports, 0n);
    must(moved <= limit, `IDENTITY-5 ${act.by} moves ${moved} of ${limit} without another admin`);
  }

  /** What the house paid in a posting, and in its further parts. */
  const paid = (reference: string, { postings }: Commit) =>
    postings
      .filter((posting) => posting.reference === reference || posting.reference.startsWith(`${reference}:`))
      .reduce((sum, { entries }) => sum - (entries.get("equity") ?? 0n), 0n);

  function countAlone(commit: Commit, approved: readonly Row[]) {
    for (const { source, row, before } of commit.rows) {
      if (source !== "audit_log" || before !== null) continue;
      const [action, by] = [text(row, "action"), text(row, "actor")];
      if (!/^(house.transfer|player.balance|special-race.ask|bet.refund|race.refund)$/.test(action)) continue;
      if (approved.some((approval) => approval["asked_by"] === by)) continue;
      const subject = text(row, "subject");
      const sums = {
        "house.transfer": () => sumOf(commit, "payments", "lamports"),
        "player.balance": () =>
          size(
            sumOf(commit, "balance_adjustments", "new_balance") -
              sumOf(commit, "balance_adjustments", "previous_balance"),
          ),
        "special-race.ask": () => sumOf(commit, "special_races", "jackpot"),
        "bet.refund": () => paid(`refund:${subject}`, commit),
        "race.refund": () => paid("refund", commit),
      };
      const lamports = sums[action as keyof typeof sums]();
      if (lamports > 0n) count({ by, atMs: Date.parse(text(row, "at")), lamports });
    }
    for (const { source, row, before } of commit.rows) {
      if (source !== "races" || before !== null || jackpotSetter === null) continue;
      const lamports = paid(`jackpot:${text(row, "id")}`, commit);
      const atMs = Date.parse(text(row, "created_at"));
      if (lamports > 0n) count({ by: jackpotSetter, atMs, lamports });
    }
  }

  return {
    committed(commit) {
      const approved = commit.rows
        .filter(({ source, row }) => source === "approvals" && row["status"] === "approved")
        .map(({ row }) => row);
      for (const row of approved) mustBeIndependent(row);
      countAlone(commit, approved);
      for (const { source, row } of commit.rows) {
        if (source === "settings" && row["key"] === "jackpot_pool_amount")
          jackpotSetter = isSet(row, "approved_by") ? null : ((row["updated_by"] as string | null) ?? null);
        if (source !== "admins") continue;
        must(approved.length === 1, `IDENTITY-5 ${text(row, "wallet")} becomes an admin without approval`);
        const atMs = Date.parse(text(row, "appointed_at"));
        appointments.set(text(row, "wallet"), { by: text(row, "appointed_by"), atMs });
      }
      checkActs(ports, commit, approved);
    },
  };
}

const sumOf = ({ rows }: Commit, source: string, column: string): bigint =>
  rows
    .filter((change) => change.source === source && change.before === null)
    .reduce((sum, { row }) => sum + amount(row, column), 0n);

function checkActs(ports: Ports, commit: Commit, approved: readonly Row[]): void {
  const { must } = ports;
  const added = (source: string) =>
    commit.rows.filter((change) => change.source === source && change.before === null).map(({ row }) => row);
  for (const { before, row } of commit.rows.filter(({ source }) => source === "approvals")) {
    const isFirst = before === null || before["status"] === "waiting";
    must(isFirst, `APPROVALS-2 ${text(row, "id")} goes on from ${String(before?.["status"])}`);
  }
  for (const row of added("restrictions"))
    must(
      isAudited(commit, `player.${text(row, "kind")}`, row["wallet"]),
      `USERS-5 ${text(row, "id")} has no audit row`,
    );

  // A retry of a failed payment was counted before.
  const payments = added("payments").filter((row) => !/-again-\d+$/.test(text(row, "id")));
  const transfers = payments.filter((row) => row["kind"] === "manual");
  const refills = payments.filter((row) => isRefill(row));
  const adjustments = added("balance_adjustments");
  const moved = transfers.length + adjustments.length + added("special_races").length;
  const toMove = approved.filter(({ kind }) =>
    ["manual-transfer", "balance", "special-race"].includes(String(kind)),
  );
  must(moved >= toMove.length, "APPROVALS-2 what was approved is not done");

  for (const row of approved)
    must(
      text(row, "decided_at") < text(row, "expires_at"),
      `APPROVALS-3 ${text(row, "id")} is approved when it has expired`,
    );
  for (const row of payments.filter(({ kind }) => kind === "sweep")) mustBeSweep(ports, row, commit);
  for (const { before, row } of commit.rows.filter(({ source }) => source === "house_vault"))
    must(
      before === null || isWrappedAfter(text(row, "wrapped_key"), text(before, "wrapped_key")),
      "MONEY-29 the master password is changed by somebody who does not know it any more",
    );
  for (const row of transfers) mustBeTransfer(ports, row, commit);
  for (const row of refills) mustBeRefill(ports, row, commit);
  for (const row of adjustments) mustBeAdjustment(ports, row, commit);
}

const size = (lamports: bigint) => (lamports < 0n ? -lamports : lamports);

/** A retired treasury is swept into another one; a payment to a hot wallet is a refill. */
const isRefill = (payment: Row): boolean =>
  payment["source"] === "treasury" && kindOf.get(text(payment, "destination")) === "hot";

const isAudited = ({ rows }: Commit, action: string, subject: unknown): boolean =>
  rows.some(
    ({ source, row }) => source === "audit_log" && row["action"] === action && row["subject"] === subject,
  );

function mustBeTransfer({ must, mirror, balance }: Ports, transfer: Row, commit: Commit): void {
  const id = text(transfer, "id");
  must(balance("equity") >= 0n, `HOUSE-4 equity does not cover ${id}`);
  const isAgain = [...mirror.payments.values()].some(
    (other) =>
      other["id"] !== transfer["id"] &&
      other["kind"] === "manual" &&
      other["destination"] === transfer["destination"] &&
      other["lamports"] === transfer["lamports"] &&
      openStatuses.includes(other["status"]),
  );
  must(!isAgain, `HOUSE-4 ${id} is made while the same transfer is on its way`);
  must(
    isAudited(commit, "house.transfer", transfer["destination"]),
    `LIMITS-8 ${id} is made without an audit row`,
  );
}

function mustBeSweep({ must, mirror }: Ports, sweep: Row, commit: Commit): void {
  const id = text(sweep, "id");
  const isAlone = [...mirror.payments.values()].every(
    (other) =>
      other["id"] === sweep["id"] ||
      other["kind"] !== "sweep" ||
      other["source_address"] !== sweep["source_address"] ||
      !openStatuses.includes(other["status"]),
  );
  must(isAlone, `MONEY-27 ${id} empties a wallet that another sweep is emptying`);
  if (text(sweep, "reason").startsWith("Swept by"))
    must(isAudited(commit, "house.sweep", id), `LIMITS-8 ${id} is made without an audit row`);
}

function mustBeRefill({ must, mirror, balance }: Ports, refill: Row, commit: Commit): void {
  const id = text(refill, "id");
  const from = text(refill, "source_address");
  const held = -balance(`chain:treasury:${from}`);
  must(held > amount(refill, "lamports"), `HOUSE-6 ${id} takes more than ${from} holds`);
  const isAlone = [...mirror.payments.values()].every(
    (other) =>
      other["id"] === refill["id"] ||
      other["source"] !== "treasury" ||
      !openStatuses.includes(other["status"]),
  );
  must(isAlone, `HOUSE-6 ${id} leaves the treasury while another payment does`);
  must(
    isAudited(commit, "house.refill", refill["destination"]),
    `LIMITS-8 ${id} is made without an audit row`,
  );
}

function mustBeAdjustment({ must, balance }: Ports, adjustment: Row, commit: Commit): void {
  const id = text(adjustment, "id");
  const account = `user:${text(adjustment, "wallet")}`;
  const change = amount(adjustment, "new_balance") - amount(adjustment, "previous_balance");
  const posted = commit.postings.find(({ reference }) => reference === `adjusted:${id}`);
  const wanted = new Map([
    ["equity", -change],
    [account, change],
  ]);
  must(posted !== undefined && sameEntries(posted.entries, wanted), `MONEY-24 ${id} is not paid by equity`);
  const becomes = balance(account);
  must(
    becomes === amount(adjustment, "new_balance"),
    `MONEY-24 ${id} makes ${account} ${becomes}, another figure than the admin saw`,
  );
  must(change < 0n || balance("equity") >= 0n, `MONEY-24 equity does not cover ${id}`);
  must(
    isAudited(commit, "player.balance", adjustment["wallet"]),
    `LIMITS-8 ${id} is made without an audit row`,
  );
}
