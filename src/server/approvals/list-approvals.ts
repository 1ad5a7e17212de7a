import { and, asc, desc, eq, gt, isNotNull, ne } from "drizzle-orm";
import type { Api } from "../../contract/api.ts";
import { MAX_PAGE } from "../../contract/wire/codecs.ts";
import type { Reply } from "../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../domain/result.ts";
import type { Db } from "../db/database.ts";
import { approvals } from "../db/schema/approvals.ts";
import { isBehind, pageOf, parseTimeCursor } from "../db/time-cursor.ts";
import type { Clock } from "../ports.ts";
import { asApproval } from "./approval-rows.ts";

/** The waiting requests, oldest first, and a page of the decided ones, newest first (rule APPROVALS-5). */
export async function listApprovals(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
): Promise<Result<Reply<Api["listApprovals"]>, "INVALID_INPUT">> {
  const place = parseTimeCursor(cursor);
  if (!place.ok) return place;
  const now = new Date(clock.now());
  const waiting = await db
    .select()
    .from(approvals)
    .where(and(eq(approvals.status, "waiting"), gt(approvals.expiresAt, now)))
    .orderBy(asc(approvals.askedAt), asc(approvals.id))
    .limit(MAX_PAGE);
  const decided = await db
    .select()
    .from(approvals)
    .where(
      and(
        ne(approvals.status, "waiting"),
        isNotNull(approvals.decidedAt),
        isBehind(place.value, approvals.decidedAt, approvals.id),
      ),
    )
    .orderBy(desc(approvals.decidedAt), desc(approvals.id))
    .limit(limit + 1);
  const { shown, nextCursor } = pageOf(decided, limit, ({ decidedAt, askedAt, id }) => ({
    at: decidedAt ?? askedAt,
    id,
  }));
  return ok({ waiting: waiting.map(asApproval), decided: shown.map(asApproval), nextCursor });
}
