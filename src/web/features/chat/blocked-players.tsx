import { errorText } from "../../foundation/lib/call-refused.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { useBlocks, useUnblock } from "./blocks.ts";
import { focusBack, SideView } from "./side-view.tsx";
import { chatWords } from "./words.en.ts";

interface BlockedPlayersProps {
  readonly address: string;
  readonly onBack: () => void;
}

/** Players whom the player has blocked, each with a way to unblock them. */
export function BlockedPlayers({ address, onBack }: BlockedPlayersProps) {
  const { t } = useWords(chatWords);
  return (
    <SideView heading={t("blockedPlayers")} onBack={onBack}>
      <List address={address} />
    </SideView>
  );
}

function List({ address }: { readonly address: string }) {
  const { t } = useWords(chatWords);
  const { data, isPending, isError, refetch } = useBlocks(address);
  const unblock = useUnblock(address);
  if (isPending) return <Skeleton className="h-11" />;
  if (isError) {
    return (
      <>
        <p className="mb-3 text-muted">{t("blocksFailed")}</p>
        <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
      </>
    );
  }
  if (data.blocked.length === 0) return <p className="text-muted">{t("nobodyBlocked")}</p>;
  return (
    <ul className="divide-y divide-divider/60">
      {data.blocked.map(({ wallet_address: wallet, username }) => {
        const name = username ?? shortened(wallet);
        return (
          <li key={wallet} className="flex min-h-13 items-center gap-3">
            <span className="min-w-0 flex-1 truncate font-bold">{name}</span>
            <Button
              aria-label={t("unblockName", { name })}
              disabled={unblock.isPending}
              onClick={() =>
                unblock.mutate(wallet, {
                  onSuccess: focusBack,
                  onError: (error) => toast.bad(errorText(error, t("blocksFailed"))),
                })
              }
            >
              {t("unblock")}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

const shortened = (wallet: string): string => `${wallet.slice(0, 4)}…${wallet.slice(-4)}`;
