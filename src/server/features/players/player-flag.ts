import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { Api } from "../../../contract/api.ts";
import type { Input } from "../../../contract/wire/endpoint.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { isOneOf } from "../../foundation/db/is-one-of.ts";
import { restrictions, users } from "../../foundation/db/schema/players.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import { holdsAt } from "./read-restrictions.ts";

export type PlayerFlag = NonNullable<Input<Api["listUsers"]>["query"]["flag"]>;

/** The SQL condition that a player has the flag now. */
export async function hasFlag(q: Queryable, flag: PlayerFlag, now: Date): Promise<SQL> {
  switch (flag) {
    case "muted":
      return isRestricted(q, "mute", now);
    case "banned":
      return isRestricted(q, "ban", now);
    case "moderator":
      return isOneOf(users.wallet, (await readSettings(q)).chatModerators);
    case "streamer":
      return eq(users.isStreamer, true);
    case "partner":
      return eq(users.isPartner, true);
  }
}

const isRestricted = (q: Queryable, kind: "mute" | "ban", now: Date): SQL =>
  inArray(
    users.wallet,
    q
      .select({ wallet: restrictions.wallet })
      .from(restrictions)
      .where(and(eq(restrictions.kind, kind), holdsAt(now))),
  );
