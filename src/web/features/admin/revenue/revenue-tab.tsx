import { RotateCw } from "lucide-react";
import { useState } from "react";
import { serverNow } from "../../../foundation/lib/server-clock.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Chips } from "../kit/fields.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { TabPage } from "../kit/tab-page.tsx";
import { refetchAnswers } from "../kit/use-change.ts";
import { rowsOf, useAnswer } from "../kit/use-rows.ts";
import { AdminGifts, RecentAdjustments } from "./adjustments.tsx";
import { EquityStatement } from "./equity-statement.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { firstDayOf, type Period, periods } from "./period.ts";
import { SeriesPart } from "./series-part.tsx";
import { revenueWords } from "./words.en.ts";

/** What the house earned and gave away (rule MONEY-25). */
export function RevenueTab() {
  const { t } = useWords(revenueWords);
  const walletAddress = useAdminAddress();
  const [period, setPeriod] = useState<Period>("month");
  const from = firstDayOf(period, serverNow());
  const query = useAnswer("getRevenue", { query: { walletAddress, ...(from !== undefined && { from }) } });
  const { data, error } = query;
  if (data === undefined && error !== null) {
    return (
      <TabPage title={t("title")}>
        <div className="panel">
          <LoadFailure error={error} fallback={t("failed")} retry={query.refetch} />
        </div>
      </TabPage>
    );
  }
  return (
    <TabPage
      title={t("title")}
      note={t("note")}
      actions={
        <Button onClick={() => void refetchAnswers(walletAddress, "getRevenue", "getRevenueSeries")}>
          <RotateCw aria-hidden size={16} />
          {t("refresh")}
        </Button>
      }
    >
      {data === undefined ? <Skeleton className="h-24" /> : <KeyFigures statistics={data.statistics} />}
      <Chips
        label={t("period")}
        value={period}
        onChange={setPeriod}
        options={periods.map((value) => ({ value, label: t(value) }))}
      />
      <div className="grid gap-3 wide:grid-cols-[minmax(0,1fr)_408px]">
        <SeriesPart from={from} />
        {data === undefined ? (
          <Skeleton className="h-[520px]" />
        ) : (
          <EquityStatement statement={data.statement} note={t(period)} />
        )}
      </div>
      <div className="grid gap-3 wide:grid-cols-[360px_minmax(0,1fr)] wide:items-start">
        <AdminGifts list={rowsOf(query, data?.adminGifts)} />
        <RecentAdjustments list={rowsOf(query, data?.recentAdjustments)} />
      </div>
    </TabPage>
  );
}
