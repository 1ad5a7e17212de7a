import { isDeepStrictEqual } from "node:util";
import { and, eq, gt, sql } from "drizzle-orm";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { writeAudit } from "../audit/write-audit.ts";
import type { Db, Tx } from "../db/database.ts";
import { approvals } from "../db/schema/approvals.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Outcome, PerformOrAsk } from "../house-actions.ts";
import type { Clock, Entropy } from "../ports.ts";
import { readSettings } from "../settings/stored-settings.ts";
import { type ApprovalRow, asApproval, encodeRequest } from "./approval-rows.ts";

interface Ports {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

const LIFE_MS = 24 * 3_600_000;
/** So many requests of one admin may wait at once. */
const MOST_WAITING = 20;

/**
 * Does what an admin wants, or has it wait for another admin where it moves more than `second_admin_above_sol` (rules
 * IDENTITY-5 and APPROVALS-1). What could not be done now is refused now, and nothing waits.
 */
export const performOrAsk =
  (ports: Ports): PerformOrAsk =>
  async (action, { request, by, reason }) => {
    type Done = Awaited<ReturnType<typeof action.perform>>["done"];
    const { kind } = action;
    let announce: (() => void) | undefined;
    const outcome = await inTransaction(ports.db, async (tx): Promise<Result<Outcome<Done>, RefusalCode>> => {
      announce = undefined;
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
        const row = await ask(tx, ports.entropy, asked);
        return row.ok ? ok({ done: null, approval: asApproval(row.value) }) : row;
      }
      const performed = await action.perform(tx, request, { at, by, approvedBy: null, reason });
      ({ announce } = performed);
      return ok({ done: performed.done, approval: null });
    });
    if (outcome.ok) announce?.();
    return outcome;
  };

type AskedFor = Pick<ApprovalRow, "kind" | "request" | "amount" | "askedBy" | "askedAt" | "reason">;

/** A request that waits already is not stored again: a second press asks for the same. */
async function ask(
  tx: Tx,
  entropy: Entropy,
  asked: AskedFor,
): Promise<Result<ApprovalRow, "APPROVALS_FULL">> {
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
  if (same !== undefined) return ok(same);
  if (waiting.length >= MOST_WAITING) return refuse("APPROVALS_FULL");
  const id = `approval-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
  const expiresAt = new Date(askedAt.getTime() + LIFE_MS);
  const [row] = await tx
    .insert(approvals)
    .values({ ...asked, id, expiresAt })
    .returning();
  if (row === undefined) throw new Error(`${id} was not stored`);
  await writeAudit(tx, {
    at: askedAt,
    actor: askedBy,
    action: "approval.ask",
    subject: id,
    after: "waiting",
    detail: { kind, request },
    reason: asked.reason,
  });
  return ok(row);
}
