import { useQuery } from "@tanstack/react-query";
import { Copy, Download, ExternalLink } from "lucide-react";
import { useState } from "react";
import type { Api } from "../../../../contract/api.ts";
import { exportFilePath } from "../../../../contract/export/export.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { explorerUrl } from "../../../foundation/lib/explorer.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { copyText } from "../../../foundation/ui/copy-button.tsx";
import { Panel } from "../../../foundation/ui/panel.tsx";
import { Spinner } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { verifierWords } from "./words.en.ts";

type Day = Reply<Api["getExport"]>["days"][number];

/** A week, because the list is long on a phone. */
const FIRST_SHOWN = 7;

/** The whole public history: the file of each day with its hash and memo, newest first (rule EXPORT-9). */
export function HistoryPanel() {
  const { t, rich } = useWords(verifierWords);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.publicExport(),
    queryFn: () => fetchApi("getExport", {}),
  });
  return (
    <Panel heading={t("allHistory")}>
      <div className="flex flex-col gap-3 p-4 pt-1" data-testid="history">
        <p className="max-w-[72ch] leading-relaxed text-muted">{t("allHistoryAbout")}</p>
        {data === undefined && error === null && <Spinner label={t("historyLoading")} />}
        {data === undefined && error !== null && (
          <div
            role="alert"
            className="flex flex-wrap items-center gap-3 rounded-m border border-bad/60 p-3 text-bad"
          >
            <span className="flex-1">{errorText(error, t("historyFailed"))}</span>
            <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
          </div>
        )}
        {data?.days.length === 0 && <p className="leading-relaxed">{t("historyEmpty")}</p>}
        {data !== undefined && data.days.length > 0 && <Days days={data.days.toReversed()} />}
        <p className="text-sm text-muted">
          {rich("historyOpen", {
            records: <Ref path="/api/export/records">{t("historyRecords")}</Ref>,
            schema: <Ref path="/api/export/schema.json">{t("historySchema")}</Ref>,
          })}
        </p>
      </div>
    </Panel>
  );
}

const Ref = ({ path, children }: { readonly path: string; readonly children: string }) => (
  <a href={path} className="text-accent underline underline-offset-4">
    {children}
  </a>
);

function Days({ days }: { readonly days: readonly Day[] }) {
  const { t } = useWords(verifierWords);
  const [isWhole, setWhole] = useState(false);
  const visibleDays = isWhole ? days : days.slice(0, FIRST_SHOWN);
  return (
    <>
      <ul className="flex flex-col divide-y divide-divider border-y border-divider">
        {visibleDays.map((day) => (
          <DayRow key={day.day} day={day} />
        ))}
      </ul>
      {visibleDays.length < days.length && (
        <Button className="self-start" onClick={() => setWhole(true)}>
          {t("historyAll", { count: days.length })}
        </Button>
      )}
    </>
  );
}

const linkLook =
  "inline-flex min-h-11 items-center gap-1.5 text-sm font-bold text-accent underline-offset-4 hover:underline";

function DayRow({ day: { day, sha256, records, bytes, anchor } }: { readonly day: Day }) {
  const { t, whole, decimal } = useWords(verifierWords);
  const size =
    bytes < 1_000_000
      ? t("kilobytes", { size: decimal(bytes / 1_000, 0) })
      : t("megabytes", { size: decimal(bytes / 1_000_000, 1) });
  return (
    <li
      data-day={day}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-6 py-2 tablet:grid-cols-[11rem_minmax(0,1fr)_auto] tablet:items-center"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 tablet:flex-col">
        <time dateTime={day} className="font-bold tabular-nums">
          {day}
        </time>
        <span className="text-sm text-muted">
          {t("historyRecordCount", { count: records, number: whole(records) })} · {size}
        </span>
      </div>
      <p className="text-xs">
        <span className="mr-1 text-muted">{t("historyHash")}</span>
        <span className="font-mono break-all">{sha256}</span>
      </p>
      <div className="flex items-center gap-4">
        <a href={exportFilePath(sha256)} download={`furlong-${day}.ndjson`} className={linkLook}>
          <Download aria-hidden size={16} /> {t("historyFile")}
          <span className="sr-only">{day}</span>
        </a>
        <Memo anchor={anchor} day={day} />
      </div>
    </li>
  );
}

/** Links to the memo on the network's explorer; the local chain has none, so the signature is copied. */
function Memo({ anchor, day }: Pick<Day, "anchor" | "day">) {
  const { t } = useWords(verifierWords);
  const network = useRuntime()?.network;
  if (anchor === null || network === undefined)
    return <span className="text-sm text-muted">{t("historyNoMemo")}</span>;
  const url = explorerUrl(network, anchor);
  const name = (
    <>
      {t("historyMemo")} <span className="sr-only">{day}</span>
    </>
  );
  if (url === null) {
    return (
      <button
        type="button"
        title={anchor}
        className={linkLook}
        onClick={() => void copyText(anchor, t("historyMemoCopied"))}
      >
        <Copy aria-hidden size={16} /> {name}
      </button>
    );
  }
  return (
    <a href={url} target="_blank" rel="noreferrer" className={linkLook}>
      <ExternalLink aria-hidden size={16} /> {name}
    </a>
  );
}
