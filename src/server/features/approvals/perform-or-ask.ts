import { isDeepStrictEqual } from "node:util";
import { and, eq, gt } from "drizzle-orm";
import { DAY_MS } from "../../../domain/day-length.ts";
import type { ApprovalKind } from "../../../contract/approvals/approvals.ts";
import type { RefusalCode } from "../../../contract/wire/refusals.ts";
import { type Lamports, lamports, ZERO } from "../../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../../domain/result.ts";
import { type Admin, areIndependent, causeOfApproval } from "../../../domain/second-admin.ts";
import { writeAudit } from "../../foundation/audit/write-audit.ts";
import {
  lockHouseActs,
  readActsLimit,
  recordHouseAct,
  sumHouseActs,
} from "../../foundation/books/house-acts.ts";
import type { Db, Queryable, Tx } from "../../foundation/db/database.ts";
import { approvals } from "../../foundation/db/schema/approvals.ts";
import { inTransactionOnce } from "../../foundation/db/keyed-transaction.ts";
import type {
  ActionRequest,
  Announce,
  HouseAction,
  Outcome,
  PerformOrAsk,
  Unaskable,
} from "../../foundation/house-actions.ts";
import { type NotificationRow, notifyAll } from "../../foundation/notifications/stored-notifications.ts";
import { notifyWallets } from "../../foundation/notifications/notify-wallets.ts";
import type { Broadcast, Clock, Entropy } from "../../foundation/ports.ts";
import { type ApprovalRow, asApproval, encodeRequest, shownRequest } from "./approval-rows.ts";

export interface AskPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  readonly readAdmins: (q: Queryable) => Promise<readonly Admin[]>;
  /** The limit that the environment sets; null where the setting decides. */
  readonly secondAdminAbove: Lamports | null;
}

const LIFE_MS = DAY_MS;
/** Maximum number of waiting requests per admin. */
const MAX_WAITING = 20;

/**
 * Does what an admin wants, or queues it for another admin's approval if a rule says so or the admin's acts of 24 hours
 * would exceed `second_admin_above_sol` (rules IDENTITY-5 and APPROVALS-1). Acts are checked one after the other, and
 * recorded in the transaction that does them. What could not be done now, or approved by anybody (rule APPROVALS-10),
 * is refused now. What already waits is neither stored nor done again: pressing a second time returns the same request.
 * The admins who may approve are notified once of each request (rule APPROVALS-7).
 */
export const performOrAsk =
  (ports: AskPorts): PerformOrAsk =>
  async <const Kind extends ApprovalKind, Done, Code extends RefusalCode>(
    action: HouseAction<Kind, Done, Code>,
    { request, by, reason }: ActionRequest<Kind>,
  ) => {
    const { kind } = action;
    const refused = (await action.tryFirst?.(request)) ?? null;
    if (refused !== null) return refused;
    let announce: Announce;
    let notifications: readonly NotificationRow[] = [];
    const outcome = await inTransactionOnce(
      ports.db,
      async (tx): Promise<Result<Outcome<Done>, Code | Unaskable>> => {
        announce = undefined;
        notifications = [];
        await lockHouseActs(tx);
        const at = new Date(ports.clock.now());
        const checked = await action.check(tx, request, { by, at, approvedBy: null });
        if (!checked.ok) return checked;
        const assessed = checked.value;
        if (assessed === null) return ok(await performAlone());
        const encoded = encodeRequest(kind, request);
        const waiting = await listWaiting(tx, by, at);
        const same = waiting.find((row) => row.kind === kind && isDeepStrictEqual(row.request, encoded));
        // Done now, it would be done again when the request is approved.
        if (same !== undefined) return ok({ done: null, approval: asApproval(same) });
        const { amount } = assessed;
        const movedBefore = await sumHouseActs(tx, by, at);
        const sumLimit = await readActsLimit(tx, ports.secondAdminAbove);
        const cause = causeOfApproval({ ...assessed, moved: movedBefore, limit: sumLimit });
        if (cause !== null) {
          const entry = {
            kind,
            request: encoded,
            amount,
            cause,
            movedBefore,
            sumLimit,
            askedBy: by,
            askedAt: at,
            reason,
          };
          if (waiting.length >= MAX_WAITING) return refuse("APPROVALS_FULL");
          const stored = await ask(tx, ports, entry);
          if (!stored.ok) return stored;
          ({ notifications } = stored.value);
          return ok({ done: null, approval: asApproval(stored.value.row) });
        }
        const counted = action.isCountedLater ? ZERO : amount;
        await recordHouseAct(tx, { at, wallet: by, kind, lamports: counted });
        return ok(await performAlone());

        async function performAlone(): Promise<Outcome<Done>> {
          const performed = await action.perform(tx, request, { at, by, approvedBy: null, reason });
          ({ announce } = performed);
          return { done: performed.done, approval: null };
        }
      },
    );
    if (outcome.ok) await announce?.();
    notifyWallets(ports.broadcast, notifications);
    return outcome;
  };

type AskedFor = Omit<
  ApprovalRow,
  "id" | "expiresAt" | "status" | "decidedBy" | "decidedAt" | "decisionReason"
>;

interface Waiting {
  readonly row: ApprovalRow;
  readonly notifications: readonly NotificationRow[];
}

/** An admin's requests that may still be approved. Read under {@link lockHouseActs}. */
const listWaiting = (tx: Tx, askedBy: string, at: Date): Promise<ApprovalRow[]> =>
  tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.askedBy, askedBy), eq(approvals.status, "waiting"), gt(approvals.expiresAt, at)));

async function ask(tx: Tx, ports: AskPorts, entry: AskedFor): Promise<Result<Waiting, "NO_SECOND_ADMIN">> {
  const { kind, request, askedBy, askedAt } = entry;
  const admins = await ports.readAdmins(tx);
  const asker = admins.find(({ wallet }) => wallet === askedBy);
  if (asker === undefined) throw new Error(`${askedBy} asks and is no admin`);
  const approvers = admins.filter((other) => areIndependent(asker, other));
  if (approvers.length === 0) return refuse("NO_SECOND_ADMIN");
  const id = `approval-${Buffer.from(ports.entropy.bytes(12)).toString("hex")}`;
  const expiresAt = new Date(askedAt.getTime() + LIFE_MS);
  const [row] = await tx
    .insert(approvals)
    .values({ ...entry, id, expiresAt })
    .returning();
  if (row === undefined) throw new Error(`${id} was not stored`);
  const params = { by: askedBy, amount: lamports(entry.amount), until: expiresAt };
  const notifications = await notifyAll(
    tx,
    ports,
    approvers.map(({ wallet }) => ({ wallet, kind: "approval_asked" as const, params })),
  );
  await writeAudit(tx, {
    at: askedAt,
    actor: askedBy,
    action: "approval.ask",
    subject: id,
    after: "waiting",
    detail: { kind, request: shownRequest(kind, request), cause: entry.cause },
    reason: entry.reason,
  });
  return ok({ row, notifications });
}
