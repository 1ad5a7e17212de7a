import { isRefusedWith } from "../../../foundation/lib/call-refused.ts";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Prefix } from "../kit/bits.tsx";
import { Drawer } from "../kit/drawer.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import { BalancePart } from "./balance-part.tsx";
import { ChatHistory } from "./chat-history.tsx";
import { Restrictions } from "./restrictions.tsx";
import { OneWallet } from "./unprofiled-wallets.tsx";
import { UserForm } from "./user-form.tsx";
import { Marks } from "./user-marks.tsx";
import { usersWords } from "./words.en.ts";

interface UserDrawerProps {
  readonly wallet: string;
  readonly onClose: () => void;
  readonly step: (by: 1 | -1) => void;
}

/** One player: what is known, what can be changed, and what the player wrote. */
export function UserDrawer({ wallet, onClose, step }: UserDrawerProps) {
  const { t, day } = useWords(usersWords);
  const walletAddress = useAdminAddress();
  const { data, error, refetch } = useAnswer("getUserDetails", {
    params: { wallet },
    query: { walletAddress },
  });
  // It has no profile, but may hold money here or be banned.
  if (data === undefined && isRefusedWith(error, "USER_NOT_FOUND"))
    return <OneWallet wallet={wallet} onClose={onClose} />;
  const user = data?.user;
  return (
    <Drawer title={user?.username ?? t("user")} onClose={onClose} step={step}>
      {user === undefined && error === null && <Skeleton className="m-5 h-96" />}
      {user === undefined && error !== null && (
        <LoadFailure error={error} fallback={t("detailsFailed")} retry={refetch} />
      )}
      {user !== undefined && (
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 text-xs text-muted">
            <Prefix text={user.wallet_address} label={user.username} />
            <span>{t("since", { day: day(user.created_at) })}</span>
            <Marks user={user} />
          </div>
          <BalancePart user={user} />
          <UserForm key={user.wallet_address} user={user}>
            <Restrictions user={user} />
            <ChatHistory wallet={user.wallet_address} />
          </UserForm>
        </>
      )}
    </Drawer>
  );
}
