import { RotateCw } from "lucide-react";
import { errorText } from "../../lib/call-refused.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useWords } from "../../words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { LoadFailure } from "../kit/load-failure.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import { Balances } from "./balances.tsx";
import { HouseState } from "./house-state.tsx";
import { REFRESH_MS } from "./house.ts";
import { Transactions } from "./transactions.tsx";
import { WalletList } from "./wallet-list.tsx";
import { Withdrawals } from "./withdrawals.tsx";
import { walletsWords } from "./words.en.ts";

/** The house's own wallets: whether they are open, what they hold, and what comes and goes (rule ADMIN-22). */
export function WalletsTab() {
  const { t } = useWords(walletsWords);
  const walletAddress = useAdminAddress();
  const { data, error, refetch } = useAnswer(
    "getHouseOverview",
    { query: { walletAddress } },
    { everyMs: REFRESH_MS },
  );
  return (
    <TabPage
      title={t("title")}
      actions={
        <Button onClick={() => void refetch()}>
          <RotateCw aria-hidden size={16} />
          {t("refresh")}
        </Button>
      }
    >
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <Part>
          <LoadFailure text={errorText(error, t("loadFailed"))} retry={refetch} />
        </Part>
      )}
      {data?.initialized === true && (
        <>
          <HouseState house={data} />
          <Balances house={data} />
          <WalletList house={data} />
          <Withdrawals />
          <Transactions house={data} />
        </>
      )}
    </TabPage>
  );
}

/** As high as what comes. */
function Loading() {
  return (
    <>
      <Skeleton className="h-20" />
      <div className="grid gap-3 tablet:grid-cols-3">
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
      </div>
      <Skeleton className="h-96" />
    </>
  );
}
