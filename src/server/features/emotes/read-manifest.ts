import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import type { Db } from "../../foundation/db/database.ts";
import { emoteGroups, emoteGroupWallets } from "../../foundation/db/schema/emotes.ts";
import { users } from "../../foundation/db/schema/players.ts";
import { isInSeason } from "./dates.ts";
import { emoteView, groupView, readEmotes } from "./emote-rows.ts";

/**
 * The groups that a wallet may use, and their emotes (rule EMOTE-6): those that are open to all, those of streamers and
 * partners for wallets that are such, and what an admin has assigned or denied to this wallet.
 *
 * A holiday group is available only between its dates, whoever it was assigned to.
 *
 * @param wallet the session's own; null for anybody
 */
export async function readManifest(
  db: Db,
  { wallet, nowMs }: { readonly wallet: string | null; readonly nowMs: number },
) {
  const isOpen = wallet === null ? openToAll : or(openToAll, openTo(wallet));
  const isAllowed = wallet === null ? isOpen : sql`coalesce(${decisionOn(wallet)}, ${isOpen})`;
  const now = new Date(nowMs);
  const condition = and(eq(emoteGroups.isActive, true), isAllowed, isInSeason(now));
  const groups = await db
    .select()
    .from(emoteGroups)
    .where(condition)
    .orderBy(asc(emoteGroups.createdAt), asc(emoteGroups.name));
  const emotes = await readEmotes(db, condition);
  return {
    groups: groups.map(groupView),
    emotes: emotes.map(emoteView),
    nextChangeAt: await readNextChange(db, now),
  };
}

/** The next start or end of any holiday; it reveals no more than that there is one. */
async function readNextChange(db: Db, now: Date): Promise<Date | null> {
  const { isActive, startsAt, endsAt } = emoteGroups;
  const rows = await db
    .select({ startsAt, endsAt })
    .from(emoteGroups)
    .where(and(eq(isActive, true), or(gt(startsAt, now), gt(endsAt, now))));
  const coming = rows.flatMap((row) => [row.startsAt, row.endsAt]).filter((at) => at !== null && at > now);
  return coming.reduce((first, at) => (first === null || (at !== null && at < first) ? at : first), null);
}

const openToAll = sql`${emoteGroups.scope} in ('global', 'holiday')`;

const openTo = (wallet: string) =>
  sql`exists (select 1 from ${users}
               where ${users.wallet} = ${wallet}
                 and case ${emoteGroups.scope} when 'streamer' then ${users.isStreamer}
                                               when 'partner' then ${users.isPartner} end)`;

/** What an admin decided for this wallet, or null. */
const decisionOn = (wallet: string) =>
  sql`(select ${emoteGroupWallets.isEnabled} from ${emoteGroupWallets}
        where ${emoteGroupWallets.groupId} = ${emoteGroups.id} and ${emoteGroupWallets.wallet} = ${wallet})`;
