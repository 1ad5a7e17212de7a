import { and, asc, eq, or, sql } from "drizzle-orm";
import type { Db } from "../db/database.ts";
import { emoteGroups, emoteGroupWallets } from "../db/schema/emotes.ts";
import { users } from "../db/schema/players.ts";
import { emoteView, groupView, readEmotes } from "./emote-rows.ts";

/**
 * The groups that a wallet may use, and their emotes (rule EMOTE-6): those that are open to all, those of streamers and
 * partners for wallets that are such, and what an admin has assigned or denied to this very wallet.
 *
 * @param wallet the session's own; null for anybody
 */
export async function readManifest(db: Db, wallet: string | null) {
  const isOpen = wallet === null ? openToAll : or(openToAll, openTo(wallet));
  const isAllowed = wallet === null ? isOpen : sql`coalesce(${decisionOn(wallet)}, ${isOpen})`;
  const condition = and(eq(emoteGroups.isActive, true), isAllowed);
  const groups = await db
    .select()
    .from(emoteGroups)
    .where(condition)
    .orderBy(asc(emoteGroups.createdAt), asc(emoteGroups.name));
  const emotes = await readEmotes(db, condition);
  return { groups: groups.map(groupView), emotes: emotes.map(emoteView) };
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
