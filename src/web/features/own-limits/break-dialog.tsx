import { useState } from "react";
import { type BreakRequest, breakFrom } from "../../../domain/break.ts";
import { errorText } from "../../foundation/lib/call-refused.ts";
import { closeDialog } from "../../foundation/lib/dialogs.ts";
import { useOwnLimits } from "../../foundation/lib/own-limits.ts";
import { serverNow } from "../../foundation/lib/server-clock.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Choice } from "../../foundation/ui/choice.tsx";
import { Dialog } from "../../foundation/ui/dialog.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { useTakeBreak } from "./changes.ts";
import { limitWords } from "./words.en.ts";

const days = [1, 3, 7, 14, 30] as const;
const months = [6, 12, 60] as const;

/** Asks for a break, then once more with its end: nobody can undo it (rule BET-16). */
export function BreakDialog({ address }: { readonly address: string }) {
  const { t, moment } = useWords(limitWords);
  const { data: limits } = useOwnLimits(address);
  const [request, setRequest] = useState<BreakRequest>({ days: 1 });
  const [isSure, setSure] = useState(false);
  const [complaint, setComplaint] = useState<string | null>(null);
  const take = useTakeBreak(address);
  const current = limits?.break ?? null;
  const { until } = breakFrom(request, serverNow());
  const isLonger = current === null || until > current.until;
  const end = moment(until);

  const submit = () =>
    take.mutate(request, {
      onSuccess: () => {
        toast.good(t("onBreakUntil", { time: end }));
        closeDialog();
      },
      onError: (error) => setComplaint(errorText(error, t("breakFailed"))),
    });

  if (isSure) {
    return (
      <Dialog open onClose={closeDialog} title={t("breakUntilTitle", { time: end })}>
        <div className="flex flex-col gap-4">
          <p>{t("breakMeans", { time: end })}</p>
          <p className="rounded-m border border-bad/60 bg-bad/10 p-3 text-sm">{t("breakForGood")}</p>
          {complaint !== null && (
            <p role="alert" className="text-sm text-bad">
              {complaint}
            </p>
          )}
          <div className="grid grid-cols-2 gap-3">
            <Button onClick={() => setSure(false)}>{t("back")}</Button>
            <Button look="danger" disabled={take.isPending} onClick={submit}>
              {t("startBreak")}
            </Button>
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={closeDialog} title={t("takeBreak")}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isLonger) setSure(true);
        }}
      >
        <p className="text-sm text-muted">{t("breakExplained")}</p>
        <fieldset>
          <legend className="mb-1.5 text-sm text-muted">{t("coolOff")}</legend>
          <div className="grid grid-cols-5 gap-2">
            {days.map((count) => (
              <Choice
                key={count}
                name="break"
                label={t("days", { count })}
                isChosen={"days" in request && request.days === count}
                onChoose={() => setRequest({ days: count })}
              />
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend className="mb-1.5 text-sm text-muted">{t("exclusion")}</legend>
          <div className="grid grid-cols-3 gap-2">
            {months.map((count) => (
              <Choice
                key={count}
                name="break"
                label={count < 12 ? t("months", { count }) : t("years", { count: count / 12 })}
                isChosen={"exclude" in request && request.exclude === count}
                onChoose={() => setRequest({ exclude: count })}
              />
            ))}
          </div>
        </fieldset>
        <p className="rounded-m border border-divider bg-bg/60 p-3 text-sm">
          {isLonger ? t("breakEnds", { time: end }) : t("breakShorter", { time: moment(current.until) })}
        </p>
        <Button look="primary" type="submit" disabled={!isLonger} className="w-full">
          {t("goOn")}
        </Button>
      </form>
    </Dialog>
  );
}
