import * as z from "zod/mini";
import { adminQuery, adminReadClaims } from "../wire/admin-caller.ts";
import { adminList, lookedFor } from "../wire/admin-list.ts";
import { hex64, instant, nextCursor, signature, utcDay } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** What an action begins with, before its dot. */
export const auditAreas = [
  "admin",
  "announcement",
  "approval",
  "bet",
  "chat",
  "emotes",
  "horse",
  "house",
  "payments",
  "payout",
  "player",
  "race",
  "server",
  "session",
  "setting",
  "special-race",
  "title",
] as const;
export type AuditArea = (typeof auditAreas)[number];

/** One recorded action, stored permanently. */
const auditRow = z.object({
  id: z.int().check(z.minimum(1)),
  at: instant,
  actor: z.string(),
  action: z.string(),
  subject: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  detail: z.unknown(),
  reason: z.nullable(z.string()),
  /** The hashed text: `hash` is the SHA-256 of the previous row's hash, a line feed and this text. */
  entry: z.string(),
  previous_hash: hex64,
  hash: hex64,
});

/** The newest row whose hash is final on the chain. */
const auditAnchor = z.object({
  /** The UTC day that the memo names. */
  day: utcDay,
  row_id: z.int().check(z.minimum(1)),
  hash: hex64,
  /** Signature of the transaction that holds the memo. */
  signature: z.nullable(signature),
  anchored_at: z.nullable(instant),
});

/** What the audit log can be ordered by. */
export const auditOrders = ["number"] as const;

const filter = z.optional(lookedFor(128));

export const audit = {
  listAudit: endpoint({
    method: "GET",
    path: "/admin/audit",
    access: "admin",
    claims: adminReadClaims,
    summary:
      "What admins, moderators and the system did, newest first; `search` is an actor, a subject or an action",
    query: z.object({
      ...adminQuery,
      ...adminList(auditOrders),
      actor: filter,
      action: filter,
      subject: filter,
      from: z.optional(utcDay),
      to: z.optional(utcDay),
    }),
    reply: z.object({ rows: z.array(auditRow), nextCursor, anchor: z.nullable(auditAnchor) }),
  }),
};
