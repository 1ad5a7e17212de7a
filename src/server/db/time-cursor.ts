import { type SQL, sql } from "drizzle-orm";
import { ok, refuse, type Result } from "../../domain/result.ts";
import { users } from "./schema/players.ts";

/** The place of a user in a list of users, newest first. */
export const userCursor = ({ createdAt, wallet }: { readonly createdAt: Date; readonly wallet: string }) =>
  `${createdAt.getTime()}.${wallet}`;

/** The users behind a cursor; without one, no condition. */
export function usersBehind(cursor: string | undefined): Result<SQL | undefined, "INVALID_INPUT"> {
  if (cursor === undefined) return ok(undefined);
  const [, ms = "", wallet = ""] = /^(\d{1,13})\.([1-9A-HJ-NP-Za-km-z]+)$/.exec(cursor) ?? [];
  if (wallet === "") return refuse("INVALID_INPUT", { field: "cursor" });
  const createdAt = new Date(Number(ms)).toISOString();
  return ok(sql`(${users.createdAt}, ${users.wallet}) < (${createdAt}::timestamptz, ${wallet})`);
}
