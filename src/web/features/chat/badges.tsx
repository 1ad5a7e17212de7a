import { Handshake, Radio, Shield, Star } from "lucide-react";
import type { ReactNode } from "react";
import type { ChatMessage } from "../../../contract/chat/chat.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { isStarWallet } from "./star-wallets.ts";
import { chatWords } from "./words.en.ts";

type Speaker = Pick<
  ChatMessage,
  "walletAddress" | "active_title" | "isAdmin" | "isModerator" | "hasStar" | "is_streamer" | "is_partner"
>;

/**
 * Who somebody is, shown before the name: admin, with a star for those whom the operator named when the
 * server was set up or the page was built, or moderator; streamer; partner; the title that the player wears, in
 * brackets.
 */
export function Badges({ speaker }: { readonly speaker: Speaker }) {
  const { t } = useWords(chatWords);
  const { walletAddress, active_title, isAdmin, isModerator, is_streamer, is_partner } = speaker;
  const hasStar = speaker.hasStar || isStarWallet(walletAddress);
  return (
    <>
      {isAdmin && (
        <Badge look="border-transparent bg-accent text-ink">
          {hasStar && <Star aria-hidden size={11} fill="currentColor" />}
          {t("admin")}
          {hasStar && <span className="sr-only">{t("star")}</span>}
        </Badge>
      )}
      {isModerator && !isAdmin && (
        <Badge look="border-warn/50 bg-warn/10 text-warn">
          <Shield aria-hidden size={11} />
          {t("moderator")}
        </Badge>
      )}
      {is_streamer && (
        <Badge look="border-info/50 text-info">
          <Radio aria-hidden size={11} />
          {t("streamer")}
        </Badge>
      )}
      {is_partner && (
        <Badge look="border-good/50 text-good">
          <Handshake aria-hidden size={11} />
          {t("partner")}
        </Badge>
      )}
      {active_title !== null && (
        <Badge look="max-w-28 border-accent/50 bg-selected text-bright">
          <span className="truncate">[{active_title}]</span>
        </Badge>
      )}
    </>
  );
}

function Badge({ look, children }: { readonly look: string; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-flex h-[18px] min-w-0 shrink-0 items-center gap-1 rounded-s border px-1.5 text-[11px] leading-none font-bold whitespace-nowrap ${look}`}
    >
      {children}
    </span>
  );
}
