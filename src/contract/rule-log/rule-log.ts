import * as z from "zod/mini";
import { cursor, hex64, nextCursor, pageLimit } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** Maximum number of rows per page: checking the whole log takes few pages. */
export const MAX_RULES = 500;

const row = z.int().check(z.minimum(1));

/** A row of the public log, as it was written. */
const ruleRow = z.object({
  row,
  /** JSON text: `hash` is the SHA-256 of the previous row's hash, a line feed and this text. */
  entry: z.string(),
  hash: hex64,
});

export const ruleLog = {
  listRules: endpoint({
    method: "GET",
    path: "/rules-log",
    access: "public",
    summary: "Every change to a rule of the game and every refund by the house, newest first",
    query: z.object({ limit: z.optional(pageLimit(MAX_RULES)), cursor: z.optional(cursor) }),
    reply: z.object({
      rows: z.array(ruleRow),
      /** The newest row; null while there is none. */
      head: z.nullable(z.object({ row, hash: hex64 })),
      nextCursor,
    }),
  }),
};
