import { ServerOff } from "lucide-react";
import { Button } from "../../../foundation/ui/button.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { TabPage } from "../kit/tab-page.tsx";
import { spanText } from "../kit/time-span.ts";
import { useAnswer } from "../kit/use-rows.ts";
import { useServerNow } from "../kit/use-server-now.ts";
import { kitWords } from "../kit/words.en.ts";
import { Attention } from "./attention.tsx";
import { Health } from "./health.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { RaceNow } from "./race-now.tsx";
import { WaitingPayments } from "./waiting-payments.tsx";
import { overviewWords } from "./words.en.ts";

const EVERY_MS = 5_000;
/** The time of three missed answers. */
const OLD_MS = 3 * EVERY_MS;

/**
 * State of the game: what needs an admin's attention and what to do about it, the money, the race, and what it all runs
 * on. It is refetched every five seconds, says how old it is, and stays when the server does not answer.
 */
export function OverviewTab() {
  const { t } = useWords(overviewWords);
  const inKit = useWords(kitWords);
  const walletAddress = useAdminAddress();
  const now = useServerNow();
  const { data, isError, refetch } = useAnswer(
    "getOverview",
    { query: { walletAddress } },
    { everyMs: EVERY_MS },
  );
  const ageMs = data === undefined ? 0 : now - data.at.getTime();
  const isOld = data !== undefined && (isError || ageMs > OLD_MS);
  return (
    <TabPage
      title={t("title")}
      note={data === undefined ? undefined : t("age", { age: spanText(ageMs, inKit) })}
    >
      {(isOld || (data === undefined && isError)) && (
        <div
          role="alert"
          className="panel border-bad/60! flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 font-bold text-bad"
        >
          <ServerOff aria-hidden size={20} />
          <p className="min-w-0 flex-1 basis-60">{t(isOld ? "oldFigures" : "noAnswer")}</p>
          <Button onClick={() => void refetch()}>{inKit.t("tryAgain")}</Button>
        </div>
      )}
      {data === undefined ? (
        !isError && <Loading />
      ) : (
        <>
          <Attention overview={data} now={now} />
          <KeyFigures overview={data} />
          <div className="grid gap-3 tablet:grid-cols-2 wide:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)]">
            <RaceNow overview={data} />
            <WaitingPayments overview={data} now={now} />
            <Health overview={data} now={now} />
          </div>
        </>
      )}
    </TabPage>
  );
}

function Loading() {
  return (
    <>
      <Skeleton className="h-32" />
      <Skeleton className="h-24" />
      <Skeleton className="h-64" />
    </>
  );
}
