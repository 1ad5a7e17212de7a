import { kindOf } from "../keys.ts";
import { isWrappedAfter } from "../wrapped-key.ts";
import { sameEntries } from "./books.ts";
import { amount, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  /** State after the commit. */
  readonly mirror: Mirror;
  readonly balance: (account: string) => bigint;
}

const openStatuses: readonly unknown[] = ["pending", "sent", "unknown"];

/**
 * What admins do with the house's money (rules HOUSE-4, HOUSE-6, MONEY-22, MONEY-24): each action has its audit row, is
 * covered, happens once, and above the limit has another admin's approval in the same commit (rules IDENTITY-5 and
 * APPROVALS-2).
 */
export function checkHouseActs(ports: Ports, commit: Commit): void {
  const { must, mirror } = ports;
  const added = (source: string) =>
    commit.rows.filter((change) => change.source === source && change.before === null).map(({ row }) => row);
  const approvals = commit.rows.filter(({ source }) => source === "approvals");
  for (const { before, row } of approvals) {
    const isFirst = before === null || before["status"] === "waiting";
    must(isFirst, `APPROVALS-2 ${text(row, "id")} goes on from ${String(before?.["status"])}`);
  }
  const approved = approvals.filter(({ row }) => row["status"] === "approved");
  for (const { row } of approved)
    must(row["decided_by"] !== row["asked_by"], `APPROVALS-2 ${text(row, "id")} is approved by who asked`);
  for (const row of added("restrictions"))
    must(
      isAudited(commit, `player.${text(row, "kind")}`, row["wallet"]),
      `USERS-5 ${text(row, "id")} has no audit row`,
    );

  // A retry of a failed payment was approved before.
  const payments = added("payments").filter((row) => !/-again-\d+$/.test(text(row, "id")));
  const transfers = payments.filter((row) => row["kind"] === "manual");
  const refills = payments.filter((row) => isRefill(row));
  const adjustments = added("balance_adjustments");
  const moved = [
    ...added("special_races").map((row) => amount(row, "jackpot")),
    ...[...transfers, ...refills].map((row) => amount(row, "lamports")),
    ...adjustments.map((row) => size(amount(row, "new_balance") - amount(row, "previous_balance"))),
  ];
  const limit = BigInt(Math.round(Number(mirror.settings.get("second_admin_above_sol") ?? "10") * 1e9));
  const above = moved.filter((lamports) => lamports > limit).length;
  must(above <= approved.length, "IDENTITY-5 house money moves above the limit without approval");
  must(moved.length >= approved.length, "APPROVALS-2 what was approved is not done");

  for (const { row } of approved)
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
