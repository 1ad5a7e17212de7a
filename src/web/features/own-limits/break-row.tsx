import type { OwnLimits } from "../../../contract/own-limits/own-limits.ts";
import { openDialog } from "../../foundation/lib/dialogs.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { limitWords } from "./words.en.ts";

/** The current break, or a way to take one. */
export function BreakRow({ current }: { readonly current: OwnLimits["break"] }) {
  const { t, moment } = useWords(limitWords);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hair px-4 py-3">
      {current === null ? (
        <p className="min-w-0 flex-1 basis-60">
          {t("breakOffer")}
          <span className="block text-xs text-muted">{t("breakAbout")}</span>
        </p>
      ) : (
        <p className="min-w-0 flex-1 basis-60 font-bold text-bright" data-testid="own-break">
          {t(current.kind === "exclusion" ? "excludedUntil" : "onBreakUntil", {
            time: moment(current.until),
          })}
          <span className="block text-xs font-normal text-muted">{t("withdrawalsStay")}</span>
        </p>
      )}
      <Button onClick={() => openDialog("break")}>{t(current === null ? "takeBreak" : "makeLonger")}</Button>
    </div>
  );
}
