import { amountLimits } from "../../../domain/own-limits.ts";
import { useOwnLimits } from "../../foundation/lib/own-limits.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Card } from "../../foundation/ui/card.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { BreakRow } from "./break-row.tsx";
import { LimitRow } from "./limit-row.tsx";
import { ReminderRow } from "./reminder-row.tsx";
import { limitWords } from "./words.en.ts";

/** What the player limits: stakes, losses, time, and breaks (rule BET-16). */
export function LimitsCard({ address }: { readonly address: string }) {
  const { data: limits, isPending, isError, refetch } = useOwnLimits(address);
  const { t } = useWords(limitWords);
  return (
    <Card heading={t("limits")}>
      <p className="px-4 pb-3 text-sm text-muted">{t("limitsExplained")}</p>
      {isPending && <Skeleton className="m-4 mt-0 h-80" />}
      {isError && limits === undefined && (
        <p role="alert" className="flex flex-wrap items-center gap-3 px-4 pb-3 text-muted">
          {t("limitsFailed")} <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
        </p>
      )}
      {limits !== undefined && (
        <>
          <ul>
            {amountLimits.map((kind) => (
              <LimitRow key={kind} address={address} kind={kind} ownLimit={limits[kind]} />
            ))}
            <ReminderRow address={address} reminder={limits.reminder} />
          </ul>
          <BreakRow current={limits.break} />
        </>
      )}
    </Card>
  );
}
