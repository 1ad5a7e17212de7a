import { asc, eq, type SQL, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { emote, emoteGroup } from "../../../contract/emotes/emotes.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import { emoteGroups, emotes } from "../../foundation/db/schema/emotes.ts";
import type { Entropy } from "../../foundation/ports.ts";

export interface EmoteRow {
  readonly id: string;
  readonly groupId: string;
  readonly shortcode: string;
  readonly version: number;
  /** Whether it has a still picture as well. */
  readonly isMoving: boolean;
}

/** Id of an emote or a group. It cannot be guessed, and is the name of the emote's files. */
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

/** An emote on the wire; its version is part of the paths, so that files can be cached permanently. */
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

/** All groups with what is in them, in the order of their creation. */
export async function listGroups(q: Queryable) {
  const countOf = (table: string) =>
    sql<number>`(select count(*) from ${sql.identifier(table)} where group_id = emote_groups.id)`.mapWith(
      Number,
    );
  const rows = await q
    .select({
      group: emoteGroups,
      emote_count: countOf("emotes"),
      wallet_count: countOf("emote_group_wallets"),
    })
    .from(emoteGroups)
    .orderBy(asc(emoteGroups.createdAt), asc(emoteGroups.id));
  return rows.map(({ group, ...counts }) => ({ ...group, contents: counts }));
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
