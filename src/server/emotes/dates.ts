import { and, gt, isNull, lte, ne, or, type SQL } from "drizzle-orm";
import { emoteGroups } from "../db/schema/emotes.ts";

/** From when until when a holiday's group is there; null for at once, and for ever. */
export interface Dates {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** Groups whose time it is; those that are no holiday's always (rule EMOTE-15). */
export const isInSeason = (now: Date): SQL | undefined =>
  or(
    ne(emoteGroups.scope, "holiday"),
    and(
      or(isNull(emoteGroups.startsAt), lte(emoteGroups.startsAt, now)),
      or(isNull(emoteGroups.endsAt), gt(emoteGroups.endsAt, now)),
    ),
  );
