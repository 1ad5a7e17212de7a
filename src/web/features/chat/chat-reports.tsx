import { Suspense, useRef } from "react";
import { later } from "../../foundation/lib/later.ts";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { useOpenReports } from "./reports.ts";
import { loadQueue } from "./reports/load.ts";
import { chatWords } from "./words.en.ts";

const ReportQueue = later(loadQueue);

/** The reported messages in the panel, as moderators see them in the chat. */
export function ChatReports({ address }: { readonly address: string }) {
  const { t } = useWords(chatWords);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = useOpenReports(address).data ?? 0;
  return (
    <section aria-label={t("reports")} className="panel min-w-0">
      <header className="flex min-h-11 items-center justify-between gap-x-3 px-4 pt-1">
        <h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
          {t("reports")}
        </h2>
        {open > 0 && <p className="text-sm text-muted">{t("waitingReports", { count: open })}</p>}
      </header>
      <div className="px-4 pt-1 pb-4">
        <Suspense fallback={<Skeleton className="h-32" />}>
          {/* The focused element was removed with its message. */}
          <ReportQueue address={address} onClosed={() => heading.current?.focus()} />
        </Suspense>
      </div>
    </section>
  );
}
