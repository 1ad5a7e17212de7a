import { isDeepStrictEqual } from "node:util";
import { and, eq, gt, sql } from "drizzle-orm";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { lamports } from "../../domain/lamports.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Db, Queryable, Tx } from "../db/database.ts";
import { approvals } from "../db/schema/approvals.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Outcome, PerformOrAsk } from "../house-actions.ts";
import { type NotificationRow, notifyAll } from "../notifications/stored-notifications.ts";
import { notifyWallets } from "../notifications/notify-wallets.ts";
import type { Broadcast, Clock, Entropy } from "../ports.ts";
import { readSettings } from "../settings/stored-settings.ts";
import { type ApprovalRow, asApproval, encodeRequest } from "./approval-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly broadcast: Broadcast;
  /** Every admin's wallet. */
  readonly listAdmins: (q: Queryable) => Promise<readonly string[]>;
}

const LIFE_MS = 24 * 3_600_000;
/** Maximum number of waiting requests per admin. */
const MAX_WAITING = 20;

/**
 * Does what an admin wants, or queues it for another admin's approval if it moves more than `second_admin_above_sol`
 * (rules IDENTITY-5 and APPROVALS-1). What could not be done now is refused now, and nothing is queued. The other
 * admins are notified once of each request (rule APPROVALS-7).
 */
export const performOrAsk =
  (ports: Ports): PerformOrAsk =>
  async (action, { request, by, reason }) => {
    type Done = Awaited<ReturnType<typeof action.perform>>["done"];
    const { kind } = action;
    let announce: (() => void) | undefined;
    let told: readonly NotificationRow[] = [];
    const outcome = await inTransaction(ports.db, async (tx): Promise<Result<Outcome<Done>, RefusalCode>> => {
      announce = undefined;
      told = [];
      const checked = await action.check(tx, request);
      if (!checked.ok) return checked;
      const amount = checked.value;
      const at = new Date(ports.clock.now());
      if (amount > (await readSettings(tx)).secondAdminAbove) {
        const asked = {
          kind,
          request: encodeRequest(kind, request),
          amount,
          askedBy: by,
          askedAt: at,
          reason,
        };
        const waiting = await ask(tx, ports, asked);
        if (!waiting.ok) return waiting;
        ({ told } = waiting.value);
        return ok({ done: null, approval: asApproval(waiting.value.row) });
      }
      const performed = await action.perform(tx, request, { at, by, approvedBy: null, reason });
      ({ announce } = performed);
      return ok({ done: performed.done, approval: null });
    });
    if (outcome.ok) announce?.();
    notifyWallets(ports.broadcast, told);
    return outcome;
  };

type AskedFor = Pick<ApprovalRow, "kind" | "request" | "amount" | "askedBy" | "askedAt" | "reason">;

interface Waiting {
  readonly row: ApprovalRow;
  /** Empty if the request was already waiting. */
  readonly told: readonly NotificationRow[];
}

/** A request that is already waiting is not stored again: pressing a second time returns the same request. */
async function ask(tx: Tx, ports: Ports, asked: AskedFor): Promise<Result<Waiting, "APPROVALS_FULL">> {
  const { kind, request, askedBy, askedAt } = asked;
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('furlong approvals ' || ${askedBy}, 0))`,
  );
  const isWaiting = and(eq(approvals.status, "waiting"), gt(approvals.expiresAt, askedAt));
  const waiting = await tx
    .select()
    .from(approvals)
    .where(and(eq(approvals.askedBy, askedBy), isWaiting));
  const same = waiting.find((row) => row.kind === kind && isDeepStrictEqual(row.request, request));
  if (same !== undefined) return ok({ row: same, told: [] });
  if (waiting.length >= MAX_WAITING) return refuse("APPROVALS_FULL");
  const id = `approval-${Buffer.from(ports.entropy.bytes(12)).toString("hex")}`;
  const expiresAt = new Date(askedAt.getTime() + LIFE_MS);
  const [row] = await tx
    .insert(approvals)
    .values({ ...asked, id, expiresAt })
    .returning();
  if (row === undefined) throw new Error(`${id} was not stored`);
  const others = (await ports.listAdmins(tx)).filter((wallet) => wallet !== askedBy);
  const params = { by: askedBy, amount: lamports(asked.amount), until: expiresAt };
  const told = await notifyAll(
    tx,
    ports,
    others.map((wallet) => ({ wallet, kind: "approval_asked" as const, params })),
  );
  await writeAudit(tx, {
    at: askedAt,
    actor: askedBy,
    action: "approval.ask",
    subject: id,
    after: "waiting",
    detail: { kind, request },
    reason: asked.reason,
  });
  return ok({ row, told });
}
