import { hasOwnText, refusalText } from "../../foundation/lib/call-refused.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { useIsBlocked } from "./blocks.ts";
import { joinLobby } from "./lobby-connection.ts";
import { useLobby } from "./lobby.ts";
import { MessageList } from "./message-list.tsx";
import { chatWords } from "./words.en.ts";

/** The messages, or the message shown in their place. */
export function LobbyMessages({ address }: { readonly address: string }) {
  const { t } = useWords(chatWords);
  const isBlocked = useIsBlocked(address);
  const phase = useLobby((state) => state.phase);
  const refused = useLobby((state) => state.refused);
  const hasMessages = useLobby((state) => state.messages.length + state.outgoing.length > 0);

  if (refused !== null) {
    return (
      <div role="alert" className="flex flex-1 flex-col items-start gap-3 p-4">
        <p className="text-muted">{hasOwnText(refused) ? refusalText(refused) : t("joinFailed")}</p>
        {refused.code !== "CHAT_BANNED" && <Button onClick={() => void joinLobby()}>{t("tryAgain")}</Button>}
      </div>
    );
  }
  if (phase === "joining" && !hasMessages) {
    return (
      <div aria-hidden className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden p-4">
        {[64, 40, 80, 52, 72].map((width) => (
          <div key={width} className="flex flex-col gap-1.5">
            <Skeleton className="h-3.5 w-24" />
            <div style={{ width: `${width}%` }}>
              <Skeleton className="h-4" />
            </div>
          </div>
        ))}
      </div>
    );
  }
  return <MessageList address={address} isBlocked={isBlocked} isEmpty={!hasMessages} />;
}
