import { Undo2 } from "lucide-react";
import { useState } from "react";
import { raceLabel } from "../../../../domain/race-label.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { CloseButton } from "../../../foundation/ui/close-button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { useChange } from "../kit/use-change.ts";
import type { AdminRace } from "./race-status.tsx";
import { RefundSums, useRefundPreview } from "./refund-sums.tsx";
import { racesWords } from "./words.en.ts";

/**
 * Refunds all bets of a race: explains what that does, asks for a reason and a typed phrase, and asks once more.
 * Count and amount are the preview's: bets that were refunded before are not among them.
 */
export function RefundAll({ race, onClose }: { readonly race: AdminRace; readonly onClose: () => void }) {
  const { t, sol } = useWords(racesWords);
  const adminWallet = useAdminAddress();
  const [reason, setReason] = useState("");
  const [isAsked, setAsked] = useState(false);
  const { data: preview } = useRefundPreview(race);
  const change = useChange({
    call: "refundRace",
    stale: ["getRaceDetails", "listAllRaces", "previewRaceRefund"],
    done: t("raceRefunded"),
    failed: t("refundRaceFailed"),
  });
  const warning = t(race.status === "completed" ? "settledWarning" : "refundWarning");
  const phrase = `refund ${raceLabel(race.id).replaceAll(/[^0-9a-z]/g, "")}`;
  return (
    <section
      aria-label={t("refundAll")}
      className="panel flex flex-col border-bad/60! max-wide:order-1 wide:sticky wide:top-20"
    >
      <header className="flex min-h-12 items-center gap-3 border-b border-hair pl-4">
        <Undo2 aria-hidden size={18} className="text-bad" />
        <h2 className="text-lg">{t("refundAll")}</h2>
        <CloseButton label={t("close")} onClick={onClose} className="ml-auto" />
      </header>
      <div className="flex flex-col gap-4 p-4">
        <p>{warning}</p>
        <RefundSums race={race} />
        <ReasonField
          label={t("reasonOptional")}
          aside={t("reasonPublic")}
          value={reason}
          onChange={setReason}
        />
        <Button
          className="danger-fill min-h-[54px]"
          disabled={change.isPending || preview?.missing !== 0n}
          onClick={() => setAsked(true)}
        >
          {t("refundAll")}
        </Button>
      </div>
      {isAsked && preview !== undefined && (
        <ConfirmDialog
          title={t("refundAll")}
          action={t("refundBets", { count: preview.bets, amount: sol(preview.stakes, 4) })}
          isDanger
          phrase={phrase}
          isBusy={change.isPending || preview.missing > 0n}
          onClose={() => setAsked(false)}
          onConfirm={() =>
            change.mutate(
              {
                body: {
                  adminWallet,
                  raceId: race.id,
                  reason: reasonOf(reason),
                },
              },
              { onSettled: () => setAsked(false) },
            )
          }
        >
          {warning}
        </ConfirmDialog>
      )}
    </section>
  );
}
