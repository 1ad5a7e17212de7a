import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { TabPage } from "../kit/tab-page.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import { CreateSpecialRace } from "./create-special-race.tsx";
import { PastSpecialRaces } from "./past-special-races.tsx";
import { SpecialQueue } from "./special-queue.tsx";
import { specialWords } from "./words.en.ts";

const REFRESH_MS = 10_000;

/** The races that admins request. */
export function SpecialTab() {
  const { t } = useWords(specialWords);
  const walletAddress = useAdminAddress();
  // The first of the queue leaves it when its race opens.
  const query = useAnswer("listSpecialRaces", { query: { walletAddress } }, { everyMs: REFRESH_MS });
  return (
    <TabPage title={t("title")}>
      <div className="grid gap-3 wide:grid-cols-[minmax(0,1fr)_400px] wide:items-start">
        <div className="flex min-w-0 flex-col gap-3 max-wide:order-2">
          <SpecialQueue query={query} />
          <PastSpecialRaces everyMs={REFRESH_MS} />
        </div>
        <CreateSpecialRace />
      </div>
    </TabPage>
  );
}
