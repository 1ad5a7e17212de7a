import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchApi } from "../../foundation/lib/api.ts";
import { closeDialog, openDialog } from "../../foundation/lib/dialogs.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Dialog } from "../../foundation/ui/dialog.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { minutesPlayed, readSession, writeSession } from "./play-session.ts";
import { limitWords } from "./words.en.ts";

/** Says how long somebody has played, and with what result (rule BET-16). */
export function ReminderDialog({ address }: { readonly address: string }) {
  const { t, sol, signedSol } = useWords(limitWords);
  const [session] = useState(readSession);
  const since = new Date(session?.startedAtMs ?? 0).toISOString();
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.playedSince(address, since),
    queryFn: async () =>
      (await fetchApi("getLimits", { params: { wallet: address }, query: { since } })).session,
  });
  if (session === null) return null;
  const minutes = minutesPlayed(session);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];

  const goOn = () => {
    const latest = readSession() ?? session;
    writeSession({ ...latest, remindedAtMs: latest.seenAtMs });
    closeDialog();
  };
  return (
    <Dialog open onClose={goOn} title={t("reminderTitle")}>
      <div className="flex flex-col gap-4">
        <p>
          {hours === 0 ? t("playedMinutes", { count: minutes }) : t("playedHours", { hours, minutes: rest })}
        </p>
        <dl className="grid grid-cols-2 gap-3">
          <div className="card px-4 py-3">
            <dt className="text-xs text-muted">{t("staked")}</dt>
            <dd translate="no" className="figure text-lg">
              {data ? `${sol(data.staked, 4)} SOL` : "–"}
            </dd>
          </div>
          <div className="card px-4 py-3">
            <dt className="text-xs text-muted">{t("result")}</dt>
            <dd
              translate="no"
              className={`figure text-lg ${!data || data.net === 0n ? "" : data.net > 0n ? "text-good" : "text-bad"}`}
            >
              {data ? `${signedSol(data.net, 4)} SOL` : "–"}
            </dd>
          </div>
        </dl>
        {isError && (
          <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-muted">
            {t("figuresFailed")} <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
          </p>
        )}
        <div className="grid grid-cols-2 gap-3">
          <Button
            onClick={() => {
              goOn();
              openDialog("break");
            }}
          >
            {t("takeBreak")}
          </Button>
          <Button onClick={goOn}>{t("continue")}</Button>
        </div>
      </div>
    </Dialog>
  );
}
