import * as z from "zod/mini";
import { cursor, hex64, nextCursor, pageLimit } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** Maximum number of rows per page: checking the whole log takes few pages. */
export const MAX_RULES = 500;

const row = z.int().check(z.minimum(1));

/** An entry of the public log, as it is hashed. */
const ruleRow = z.object({ row, /** JSON text. */ entry: z.string() });

export const ruleLog = {
  listRules: endpoint({
    method: "GET",
    path: "/rules-log",
    access: "public",
    summary:
      "What the public log says of the game as a whole: every change to a rule and every refund, newest first",
    query: z.object({ limit: z.optional(pageLimit(MAX_RULES)), cursor: z.optional(cursor) }),
    reply: z.object({
      rows: z.array(ruleRow),
      /** Size and root of the log; null while none is open. */
      head: z.nullable(z.object({ row, hash: hex64 })),
      nextCursor,
    }),
  }),
};
