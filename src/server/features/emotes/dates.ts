import { and, gt, isNull, lte, ne, or, type SQL } from "drizzle-orm";
import { emoteGroups } from "../../foundation/db/schema/emotes.ts";

/** When a holiday group is available. A null start means at once, a null end forever. */
export interface Dates {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** Groups that are in season now; groups that are not for a holiday always are. */
export const isInSeason = (now: Date): SQL | undefined =>
  or(
    ne(emoteGroups.scope, "holiday"),
    and(
      or(isNull(emoteGroups.startsAt), lte(emoteGroups.startsAt, now)),
      or(isNull(emoteGroups.endsAt), gt(emoteGroups.endsAt, now)),
    ),
  );
