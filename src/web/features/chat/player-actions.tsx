import { useState } from "react";
import { shownChatText } from "../../../domain/chat-text.ts";
import { errorText } from "../../foundation/lib/call-refused.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { blockPlayer, useBlocks, useUnblock } from "./blocks.ts";
import { useLobby } from "./lobby.ts";
import { reportReasons } from "./message-actions.ts";
import { tellOutcome } from "./moderation.ts";
import { chatWords } from "./words.en.ts";

interface OnCard {
  readonly wallet: string;
  readonly name: string;
}

/** On the card of another player: to block them in the chat, and to report what they said last. */
export function PlayerActions({ wallet, name }: OnCard) {
  const viewer = usePlayer();
  if (viewer.kind !== "player" || viewer.address === wallet) return null;
  return (
    <div className="mt-5 flex flex-col gap-3 border-t border-divider pt-4">
      <Report wallet={wallet} />
      <Block address={viewer.address} wallet={wallet} name={name} />
    </div>
  );
}

function Block({ address, wallet, name }: OnCard & { readonly address: string }) {
  const { t } = useWords(chatWords);
  const { data } = useBlocks(address);
  const unblock = useUnblock(address);
  const isBlocked = data?.blocked.some(({ wallet_address: blocked }) => blocked === wallet) ?? false;
  if (!isBlocked) {
    const texts = { done: t("blockedPlayer", { name }), failed: t("blockFailed", { name }) };
    return (
      <Button onClick={() => void tellOutcome(blockPlayer(address, wallet), texts)}>{t("block")}</Button>
    );
  }
  return (
    <Button
      disabled={unblock.isPending}
      onClick={() =>
        unblock.mutate(wallet, {
          onSuccess: () => toast.good(t("unblockedPlayer", { name })),
          onError: (error) => toast.bad(errorText(error, t("blocksFailed"))),
        })
      }
    >
      {t("unblock")}
    </Button>
  );
}

/** A report is about a message: without one that this page knows, there is nothing to report. */
function Report({ wallet }: Pick<OnCard, "wallet">) {
  const inWords = useWords(chatWords);
  const { t } = inWords;
  const message = useLobby(({ messages }) =>
    messages.findLast(({ walletAddress }) => walletAddress === wallet),
  );
  const [isAsking, setAsking] = useState(false);
  if (message === undefined) return null;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm wrap-anywhere text-muted">
        {t("lastMessage", { text: shownChatText(message.content) })}
      </p>
      {!isAsking && <Button onClick={() => setAsking(true)}>{t("report")}</Button>}
      {isAsking && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-2 text-sm">{t("reportWhy")}</legend>
          {reportReasons(message, inWords).map(({ text, run }) => (
            <Button
              key={text}
              onClick={() => {
                run();
                setAsking(false);
              }}
            >
              {text}
            </Button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
