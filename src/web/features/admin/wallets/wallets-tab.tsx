import { RotateCw } from "lucide-react";
import { useState } from "react";
import { serverNow } from "../../../foundation/lib/server-clock.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { LoadFailure } from "../kit/load-failure.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import { Balances } from "./balances.tsx";
import { HouseActions } from "./house-actions.tsx";
import { HouseState } from "./house-state.tsx";
import { type Details, type House, REFRESH_MS } from "./house.ts";
import { InitialiseForm } from "./initialise-form.tsx";
import { ManualTransfer } from "./manual-transfer.tsx";
import { type Restored, RestoredNote } from "./restored-note.tsx";
import { RestoreForm } from "./restore-form.tsx";
import { Transactions } from "./transactions.tsx";
import { useMasterPassword } from "./use-master-password.ts";
import { WalletList } from "./wallet-list.tsx";
import { Withdrawals } from "./withdrawals.tsx";
import { walletsWords } from "./words.en.ts";

/**
 * The house's own wallets: whether they are unlocked, what they hold, and what comes in and goes out.
 */
export function WalletsTab() {
  const { t } = useWords(walletsWords);
  const walletAddress = useAdminAddress();
  const [restored, setRestored] = useState<Restored | null>(null);
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
          <LoadFailure error={error} fallback={t("loadFailed")} retry={refetch} />
        </Part>
      )}
      {data?.initialized === false && (
        <div className="grid gap-3 wide:grid-cols-2 wide:items-start">
          <InitialiseForm />
          <RestoreForm onRestored={setRestored} />
        </div>
      )}
      {restored !== null && <RestoredNote restored={restored} onClose={() => setRestored(null)} />}
      {data?.initialized === true && <WorkingHouse house={data} />}
    </TabPage>
  );
}

function WorkingHouse({ house }: { readonly house: House }) {
  const [details, setDetails] = useState<Details | null>(null);
  // What was revealed before the call may have been changed by it.
  const master = useMasterPassword(() => setDetails(null));
  return (
    <>
      <HouseState house={house} master={master} />
      <Balances house={house} />
      <div className="grid gap-3 wide:grid-cols-[minmax(0,1fr)_340px] wide:items-start">
        <div className="min-w-0 wide:col-start-2 wide:row-start-1">
          <HouseActions
            house={house}
            master={master}
            showDetails={(wallets) => setDetails({ wallets, at: new Date(serverNow()) })}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-3 wide:col-start-1 wide:row-start-1">
          <WalletList house={house} master={master} details={details} hide={() => setDetails(null)} />
          <ManualTransfer house={house} master={master} />
        </div>
      </div>
      <Withdrawals />
      <Transactions house={house} />
    </>
  );
}

/** As high as the content that replaces it. */
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
