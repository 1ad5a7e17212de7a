import { Copy, Pencil } from "lucide-react";
import { useState } from "react";
import type { User } from "../../../contract/players/players.ts";
import { shortAddress } from "../../../domain/wallet-address.ts";
import { copyText } from "../../foundation/ui/copy-button.tsx";
import { Tag } from "../../foundation/ui/tag.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { UsernameEditor } from "./username-editor.tsx";
import { playerWords } from "./words.en.ts";

/** Who the dashboard belongs to. */
export function DashboardHead({ user }: { readonly user: User }) {
  const {
    wallet_address: address,
    username,
    active_title: title,
    is_streamer,
    is_partner,
    created_at,
  } = user;
  const { t, day } = useWords(playerWords);
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden
        translate="no"
        className="figure grid size-10 shrink-0 place-items-center rounded-full border border-accent/55 bg-selected text-lg text-bright uppercase"
      >
        {username.slice(0, 1)}
      </span>
      <div className="min-w-0 flex-1">
        {isEditing ? (
          <UsernameEditor user={user} onDone={() => setEditing(false)} />
        ) : (
          <div className="flex min-w-0 flex-wrap items-center gap-x-2">
            <div className="flex min-w-0 items-center">
              <h1 className="min-w-0 truncate text-xl">{username}</h1>
              <button
                type="button"
                aria-label={t("editUsername")}
                onClick={() => setEditing(true)}
                className="relative z-1 -my-2 grid size-11 shrink-0 place-items-center rounded-m text-muted hover:text-text"
              >
                <Pencil aria-hidden size={16} />
              </button>
            </div>
            {title !== null && <Tag tone="accent">[{title}]</Tag>}
            {is_streamer && <Tag tone="info">{t("streamer")}</Tag>}
            {is_partner && <Tag tone="info">{t("partner")}</Tag>}
          </div>
        )}
        <p className="flex items-center gap-2 text-xs text-muted">
          <span className="font-mono">{shortAddress(address, 6, 4)}</span>
          <button
            type="button"
            aria-label={t("copyAddress")}
            onClick={() => void copyText(address, t("addressCopied"))}
            className="-my-4 -ml-2 grid size-11 shrink-0 place-items-center rounded-m hover:text-text"
          >
            <Copy aria-hidden size={14} />
          </button>
          <span className="-ml-2 truncate max-tablet:hidden">
            <span aria-hidden>· </span>
            {t("memberSince", { date: day(created_at) })}
          </span>
        </p>
      </div>
    </div>
  );
}
