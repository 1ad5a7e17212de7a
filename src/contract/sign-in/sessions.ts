import * as z from "zod/mini";
import { instant, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

const sessionId = z
  .string({ error: "must be a session's id" })
  .check(z.regex(/^[0-9a-f]{16}$/, { error: "must be a session's id" }));

/** A sign-in that still holds. Its token is in no answer. */
const session = z.object({
  id: sessionId,
  wallet,
  /** The one that asks. */
  isCurrent: z.boolean(),
  signedInAt: instant,
  /** To five minutes. */
  lastUsedAt: instant,
  endsAt: instant,
  network: z.nullable(z.string()),
  browser: z.nullable(z.string()),
});

export const sessionCalls = {
  listSessions: endpoint({
    method: "GET",
    path: "/auth/sessions",
    access: "player",
    claims: ["header"],
    summary: "The caller's sessions, latest used first; an admin sees those of every admin",
    reply: z.object({ sessions: z.array(session) }),
    perMinute: 60,
  }),
  endSessions: endpoint({
    method: "DELETE",
    path: "/auth/sessions",
    access: "player",
    claims: ["header"],
    summary: "End a session at once, or without `id` the caller's other ones",
    refuses: ["SESSION_NOT_FOUND", "SESSION_NEWER", "STEP_UP_REQUIRED"],
    query: z.object({ id: z.optional(sessionId) }),
    reply: z.object({ ended: z.int() }),
    perMinute: 30,
  }),
};
