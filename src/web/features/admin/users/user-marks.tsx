import type * as z from "zod/mini";
import type { adminUser } from "../../../../contract/players/admin-players.ts";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { usersWords } from "./words.en.ts";

/** A player as admins see it. */
export type AdminUser = z.output<typeof adminUser>;

const restricted = "inline-flex items-center rounded-s border px-1.5 text-xs leading-5 font-bold";

/** What a user is, and what they may not do at the moment. */
export function Marks({ user }: { readonly user: AdminUser }) {
  const { t } = useWords(usersWords);
  return (
    <span className="flex flex-wrap gap-1">
      {user.isAdmin && <Tag tone="accent">{t("admin")}</Tag>}
      {user.banned && <span className={`${restricted} border-bad/55 text-bad`}>{t("banned")}</span>}
      {user.muted && <span className={`${restricted} border-warn/55 text-warn`}>{t("muted")}</span>}
      {user.chat_banned_until !== null && (
        <span className={`${restricted} border-warn/55 text-warn`}>{t("chatBanned")}</span>
      )}
      {user.isChatModerator && <Tag>{t("moderator")}</Tag>}
      {user.is_streamer && <Tag tone="info">{t("streamer")}</Tag>}
      {user.is_partner && <Tag tone="good">{t("partner")}</Tag>}
    </span>
  );
}
