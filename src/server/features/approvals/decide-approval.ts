import { and, eq, lte } from "drizzle-orm";
import type { Approval, ApprovalKind } from "../../../contract/approvals/approvals.ts";
import { approvalText } from "../../../contract/approvals/approval-text.ts";
import { lamports } from "../../../domain/lamports.ts";
import type { Api } from "../../../contract/api.ts";
import type { Refusal } from "../../../contract/wire/endpoint.ts";
import { ok, refuse, type Refused, type Result } from "../../../domain/result.ts";
import { type Admin, approvesFromMs, areIndependent } from "../../../domain/second-admin.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import type { TextSignature } from "../../foundation/chain/text-signature.ts";
import type { Db, Queryable, Tx } from "../../foundation/db/database.ts";
import { approvals } from "../../foundation/db/schema/approvals.ts";
import { inTransactionOnce } from "../../foundation/db/keyed-transaction.ts";
import { inTransaction } from "../../foundation/db/transaction.ts";
import type { Announce, HouseAction } from "../../foundation/house-actions.ts";
import {
  type Notice,
  type NotificationRow,
  notify,
  notifyAll,
} from "../../foundation/notifications/stored-notifications.ts";
import { notifyWallets } from "../../foundation/notifications/notify-wallets.ts";
import type { Broadcast, Clock, Entropy } from "../../foundation/ports.ts";
import { type ApprovalRow, asApproval, decodeRequest, lockApproval } from "./approval-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
}

/** How each kind of request is carried out, by the use case that asked for it. */
type HouseActions = { readonly [Kind in ApprovalKind]?: HouseAction<Kind, unknown, Code> };

/** What an approval may be refused with, also by the checks of what was asked for. */
type Code = Refusal<Api["approveRequest"]>;

export interface ApprovePorts extends Ports {
  readonly actions: HouseActions;
  readonly readAdmins: (q: Queryable) => Promise<readonly Admin[]>;
  /** Whether the wallet signed exactly this text. */
  readonly isSignedBy: (wallet: string, text: Uint8Array, signature: TextSignature) => boolean;
}

interface Decision {
  readonly id: string;
  /** The wallet of the admin who decides. */
  readonly by: string;
  readonly reason: string | null;
}

interface ApprovalGiven extends Decision {
  /** Of the deciding wallet, over `approvalText`. */
  readonly signature: TextSignature;
}

type Undecidable = "APPROVAL_NOT_FOUND" | "APPROVAL_DECIDED" | "APPROVAL_EXPIRED";

/**
 * Approves another admin's request and carries it out, in one transaction and under the checks that a request made now
 * would undergo (rule APPROVALS-2). The deciding wallet has signed what the request says (rule APPROVALS-9). Where the
 * checks refuse, nothing changes: the request waits until it is rejected, withdrawn or expires. If two admins approve
 * at once, the second finds it already decided. The requester is notified (rule APPROVALS-7).
 */
export async function approveRequest(
  ports: ApprovePorts,
  { id, by, reason, signature }: ApprovalGiven,
): Promise<Result<Approval, Code>> {
  const { db, clock, actions } = ports;
  const failed = await tryAgain(ports, id);
  if (failed !== null) return failed;
  let announce: Announce;
  let notifications: readonly NotificationRow[] = [];
  const decided = await inTransactionOnce(db, async (tx): Promise<Result<Approval, Code>> => {
    notifications = [];
    const at = new Date(clock.now());
    const waiting = await lockWaiting(tx, id, at);
    if (!waiting.ok) return waiting;
    const { kind, askedBy, reason: askedFor } = waiting.value;
    const refused = refusalOf(await ports.readAdmins(tx), { askedBy, by, at });
    if (refused !== null) return refused;
    const text = new TextEncoder().encode(approvalText(asApproval(waiting.value)));
    if (!ports.isSignedBy(by, text, signature)) return refuse("APPROVAL_UNSIGNED");
    const action: HouseAction<ApprovalKind, unknown, Code> | undefined = actions[kind];
    if (action === undefined) throw new Error(`nothing does what ${id} asks for: ${kind}`);
    const request = decodeRequest(waiting.value);
    const checked = await action.check(tx, request, { by: askedBy, at, approvedBy: by });
    if (!checked.ok) return checked;
    const row = await store(tx, { id, at, by, reason, status: "approved" });
    ({ announce } = await action.perform(tx, request, { at, by: askedBy, approvedBy: by, reason: askedFor }));
    notifications = [await notify(tx, ports, aboutDecision(row, by))];
    await audit(tx, row, { actor: by, verb: "approve" });
    return ok(asApproval(row));
  });
  if (decided.ok) {
    await announce?.();
    notifyWallets(ports.broadcast, notifications);
  }
  return decided;
}

/** What lies outside of the database may have gone bad since it was asked for. */
async function tryAgain(
  { db, actions }: Pick<ApprovePorts, "db" | "actions">,
  id: string,
): Promise<Refused<Code> | null> {
  const [row] = await db.select().from(approvals).where(eq(approvals.id, id));
  if (row?.status !== "waiting") return null;
  const action: HouseAction<ApprovalKind, unknown, Code> | undefined = actions[row.kind];
  return (await action?.tryFirst?.(decodeRequest(row))) ?? null;
}

/**
 * Why one admin may not approve another's request; null if they may (rule APPROVALS-8). An admin who is not independent
 * of the requester is no second pair of eyes.
 */
function refusalOf(
  admins: readonly Admin[],
  { askedBy, by, at }: { readonly askedBy: string; readonly by: string; readonly at: Date },
): Refused<Code> | null {
  const find = (wallet: string) => admins.find((admin) => admin.wallet === wallet);
  if (askedBy === by) return refuse("APPROVAL_OWN");
  const [asker, approver] = [find(askedBy), find(by)];
  if (asker === undefined) return refuse("APPROVAL_ASKER_GONE");
  if (approver === undefined) return refuse("NOT_ADMIN");
  if (!areIndependent(asker, approver)) return refuse("APPROVAL_NOT_INDEPENDENT");
  return at.getTime() < approvesFromMs(approver) ? refuse("APPROVAL_TOO_NEW") : null;
}

/** Rejects another admin's request, or withdraws the caller's own (rule APPROVALS-3). Nothing of it is carried out. */
export async function rejectRequest(
  ports: Ports,
  { id, by, reason }: Decision,
): Promise<Result<Approval, Undecidable>> {
  const { db, clock } = ports;
  let notifications: readonly NotificationRow[] = [];
  const decided = await inTransaction(db, async (tx): Promise<Result<Approval, Undecidable>> => {
    notifications = [];
    const at = new Date(clock.now());
    const waiting = await lockWaiting(tx, id, at);
    if (!waiting.ok) return waiting;
    const isOwn = waiting.value.askedBy === by;
    const row = await store(tx, { id, at, by, reason, status: isOwn ? "withdrawn" : "rejected" });
    if (!isOwn) notifications = [await notify(tx, ports, aboutDecision(row, by))];
    await audit(tx, row, { actor: by, verb: isOwn ? "withdraw" : "reject" });
    return ok(asApproval(row));
  });
  if (decided.ok) notifyWallets(ports.broadcast, notifications);
  return decided;
}

/**
 * Closes requests that nobody decided in time (rule APPROVALS-3). An expired request cannot be decided even before this
 * has run.
 */
export async function expireApprovals(ports: Ports): Promise<void> {
  const { db, clock } = ports;
  const notifications = await inTransaction(db, async (tx) => {
    const isOver = and(eq(approvals.status, "waiting"), lte(approvals.expiresAt, new Date(clock.now())));
    const expired = await tx
      .update(approvals)
      .set({ status: "expired", decidedAt: approvals.expiresAt })
      .where(isOver)
      .returning();
    const rows = await notifyAll(
      tx,
      ports,
      expired.map(({ askedBy, amount }) => ({
        wallet: askedBy,
        kind: "approval_expired" as const,
        params: { amount: lamports(amount) },
      })),
    );
    for (const row of expired) await audit(tx, row, { actor: "system", verb: "expire" });
    return rows;
  });
  notifyWallets(ports.broadcast, notifications);
}

/** The notification to the requester about another admin's decision. */
const aboutDecision = ({ askedBy, amount, status }: ApprovalRow, by: string): Notice => ({
  wallet: askedBy,
  kind: status === "approved" ? "approval_approved" : "approval_rejected",
  params: { by, amount: lamports(amount) },
});

async function lockWaiting(tx: Tx, id: string, at: Date): Promise<Result<ApprovalRow, Undecidable>> {
  const row = await lockApproval(tx, id);
  if (row === null) return refuse("APPROVAL_NOT_FOUND");
  if (row.status === "expired") return refuse("APPROVAL_EXPIRED");
  if (row.status !== "waiting") return refuse("APPROVAL_DECIDED");
  return row.expiresAt > at ? ok(row) : refuse("APPROVAL_EXPIRED");
}

interface Stored extends Decision {
  readonly at: Date;
  readonly status: "approved" | "rejected" | "withdrawn";
}

async function store(tx: Tx, { id, at, by, reason, status }: Stored): Promise<ApprovalRow> {
  const [row] = await tx
    .update(approvals)
    .set({ status, decidedBy: by, decidedAt: at, decisionReason: reason })
    .where(eq(approvals.id, id))
    .returning();
  if (row === undefined) throw new Error(`${id} is not in the database`);
  return row;
}

/** Each step of a request leaves an audit row (rule APPROVALS-4). */
const audit = (
  tx: Tx,
  { id, kind, status, decidedAt, decisionReason, expiresAt }: ApprovalRow,
  { actor, verb }: { readonly actor: string; readonly verb: string },
): Promise<void> =>
  writeAudit(tx, {
    at: decidedAt ?? expiresAt,
    actor,
    action: `approval.${verb}`,
    subject: id,
    before: "waiting",
    after: status,
    detail: { kind },
    reason: decisionReason,
  });
