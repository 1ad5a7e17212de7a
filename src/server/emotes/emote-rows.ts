import { asc, eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { emote, emoteGroup } from "../../contract/emotes/emotes.ts";
import type { Queryable } from "../db/database.ts";
import { emoteGroups, emotes } from "../db/schema/emotes.ts";
import type { Entropy } from "../ports.ts";

export interface EmoteRow {
  readonly id: string;
  readonly groupId: string;
  readonly shortcode: string;
  readonly version: number;
  /** Whether it has a still picture as well. */
  readonly isMoving: boolean;
}

/** Id of an emote or a group. It cannot be guessed, and is the name of the emote's files (rule EMOTE-11). */
export const newEmoteId = (entropy: Entropy): string => Buffer.from(entropy.bytes(16)).toString("hex");

/** All columns of an emote except its pictures. */
export const emoteColumns = {
  id: emotes.id,
  groupId: emotes.groupId,
  shortcode: emotes.shortcode,
  version: emotes.version,
  isMoving: sql<boolean>`${emotes.still} is not null`,
};

/** The emotes of the groups that match a condition, in alphabetical order. */
export const readEmotes = (q: Queryable, ofGroups?: SQL): PromiseLike<EmoteRow[]> =>
  q
    .select(emoteColumns)
    .from(emotes)
    .innerJoin(emoteGroups, eq(emoteGroups.id, emotes.groupId))
    .where(ofGroups)
    .orderBy(asc(sql`lower(${emotes.shortcode})`));

/** An emote on the wire; its version is part of the paths, so that files can be cached permanently (rule EMOTE-8). */
export function emoteView({ id, groupId, shortcode, version, isMoving }: EmoteRow): z.output<typeof emote> {
  const path = `/emotes/${id}.${version}`;
  return {
    id,
    group_id: groupId,
    shortcode,
    file_path: `${path}.webp`,
    still_path: isMoving ? `${path}.still.webp` : null,
    version,
  };
}

type GroupRow = typeof emoteGroups.$inferSelect;

export const groupView = (row: GroupRow): z.output<typeof emoteGroup> => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  version: row.version,
  active: row.isActive,
  starts_at: row.startsAt,
  ends_at: row.endsAt,
});
