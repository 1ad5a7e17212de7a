import { useState } from "react";
import { formatSol } from "../../../../domain/sol-amount.ts";
import { LONGEST_ADDRESS } from "../../../../domain/wallet-address.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { banner } from "../kit/banner.tsx";
import { prefixOf } from "../kit/bits.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { TextField } from "../kit/fields.tsx";
import { ReasonField, reasonLength, reasonOf } from "../kit/reason-field.tsx";
import { FormPart } from "../kit/form-part.tsx";
import type { House } from "./house.ts";
import { readTransfer, type Transfer, TRANSFER_STEP_SOL, transferLimits } from "./transfer-input.ts";
import type { MasterPassword } from "./use-master-password.ts";
import { useLeftAlone } from "../kit/use-left-alone.ts";
import { walletsWords } from "./words.en.ts";

/** The outcome of the last transfer. */
interface Last {
  readonly kind: "sent" | "waiting" | "unanswered";
  readonly transfer: Transfer;
  /** Until when another admin can approve the transfer. */
  readonly until: Date | null;
}

interface ManualTransferProps {
  readonly house: House;
  readonly master: MasterPassword;
}

/**
 * Pays a player's wallet from house equity. Recipient and amount are shown once more, and the amount is typed again,
 * before it is sent; above a limit it waits for another admin; and if the server gave no answer, it says that the
 * transfer may have gone out.
 */
export function ManualTransfer({ house, master }: ManualTransferProps) {
  const { t, sol } = useWords(walletsWords);
  const [wallet, setWallet] = useState("");
  const [amountText, setAmountText] = useState("");
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  /** What the server refused, by its field. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [transferToConfirm, setTransferToConfirm] = useState<Transfer | null>(null);
  const [last, setLast] = useState<Last | null>(null);
  const limit = useLeftAlone();

  function ask() {
    const transfer = readTransfer(wallet, amountText);
    setProblem(transfer.ok ? null : transfer.code);
    if (!transfer.ok) banner.bad(t(transfer.code, { step: TRANSFER_STEP_SOL }));
    else if (master.isThere()) setTransferToConfirm(transfer.value);
  }

  async function send(transfer: Transfer) {
    const outcome = await master.call({
      call: "transferManually",
      input: (body) => ({
        body: { ...body, ...transfer, reason: reasonOf(reason) },
      }),
      done: ({ approval }) => t(approval === null ? "transferSent" : "transferWaits"),
      failed: t("transferFailed"),
    });
    setTransferToConfirm(null);
    if (outcome.kind === "refused") setRefused({ [outcome.field ?? ""]: outcome.text });
    if (outcome.kind === "unanswered") setLast({ kind: "unanswered", transfer, until: null });
    if (outcome.kind !== "done") return;
    const until = outcome.reply.approval?.expires_at ?? null;
    setLast({ kind: until === null ? "sent" : "waiting", transfer, until });
    setWallet("");
    setAmountText("");
    setReason("");
  }

  const edit = (set: (typed: string) => void) => (typed: string) => {
    set(typed);
    setProblem(null);
    setRefused({});
  };
  return (
    <>
      <FormPart heading={t("manualTransfer")} onSubmit={ask}>
        <TextField
          label={t("playerWallet")}
          value={wallet}
          maxLength={LONGEST_ADDRESS}
          isMono
          onChange={edit(setWallet)}
          error={problem === "walletInvalid" ? t("walletInvalid") : (refused["playerWallet"] ?? null)}
        />
        <div className="grid gap-3 tablet:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          <TextField
            label={t("amountToSend")}
            type="number"
            unit="SOL"
            {...transferLimits}
            value={amountText}
            onChange={edit(setAmountText)}
            error={
              problem === "amountInvalid"
                ? t("amountInvalid", { step: TRANSFER_STEP_SOL })
                : (refused["amount"] ?? null)
            }
          />
          <ReasonField
            label={t("reasonPublic")}
            aside={reasonLength(reason)}
            value={reason}
            placeholder={t("defaultReason")}
            onChange={setReason}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-56 text-xs text-muted">
            {limit === null ? t("transferAbout") : t("transferAboutLimit", { limit: sol(limit) })}
          </p>
          <Button
            type="submit"
            disabled={house.paymentsHalted || master.underWay !== null}
            className="max-tablet:w-full"
          >
            {t(house.paymentsHalted ? "haltedAction" : "transfer")}
          </Button>
        </div>
        {last !== null && <LastTransfer last={last} />}
      </FormPart>
      {transferToConfirm !== null && (
        <ConfirmDialog
          title={t("manualTransfer")}
          action={t("sendAmount", { amount: sol(transferToConfirm.amount) })}
          phrase={formatSol(transferToConfirm.amount)}
          isBusy={master.underWay !== null}
          onClose={() => setTransferToConfirm(null)}
          onConfirm={() => void send(transferToConfirm)}
        >
          <dl className="flex flex-col gap-3">
            <div>
              <dt className="text-xs">{t("amountToSend")}</dt>
              <dd translate="no" className="figure text-xl text-text">
                {sol(transferToConfirm.amount)} SOL
              </dd>
            </div>
            <div>
              <dt className="text-xs">{t("to")}</dt>
              <dd className="font-mono text-sm break-all text-text">{transferToConfirm.playerWallet}</dd>
            </div>
            <div>
              <dt className="text-xs">{t("reason")}</dt>
              <dd className="break-words text-text">{reasonOf(reason) ?? t("defaultReason")}</dd>
            </div>
          </dl>
          <p className="mt-4 text-sm">
            {t(limit !== null && transferToConfirm.amount > limit ? "confirmWaits" : "confirmAtOnce")}
          </p>
          <p aria-live="polite" className="mt-2 min-h-5 text-sm">
            {master.underWay !== null && t("working")}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function LastTransfer({ last: { kind, transfer, until } }: { readonly last: Last }) {
  const { t, sol, moment } = useWords(walletsWords);
  const values = { amount: sol(transfer.amount), address: prefixOf(transfer.playerWallet) };
  return (
    <output
      className={`rounded-m border bg-bg p-3 text-sm ${kind === "sent" ? "border-good/50" : "border-warn/60"}`}
    >
      {kind === "sent" && t("lastSent", values)}
      {kind === "waiting" && until !== null && t("lastWaits", { ...values, time: moment(until) })}
      {kind === "unanswered" && t("lastUnanswered", values)}
    </output>
  );
}
