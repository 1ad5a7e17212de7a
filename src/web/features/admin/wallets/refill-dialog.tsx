import { useState } from "react";
import { type Lamports, lamports } from "../../../../domain/lamports.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { TextField } from "../kit/fields.tsx";
import { ReasonField, reasonLength, reasonOf } from "../kit/reason-field.tsx";
import type { House } from "./house.ts";
import { readAmount, TRANSFER_STEP_SOL, transferLimits } from "./transfer-input.ts";
import type { MasterPassword } from "./use-master-password.ts";
import { walletsWords } from "./words.en.ts";

interface RefillDialogProps {
  readonly house: House;
  readonly master: MasterPassword;
  readonly onClose: () => void;
}

/** Moves SOL from the treasury to the hot wallet. */
export function RefillDialog({ house, master, onClose }: RefillDialogProps) {
  const { t, sol } = useWords(walletsWords);
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const amount = readAmount(text);
  const treasuryBalance = fullestTreasury(house);
  const isBeyond = amount !== null && amount > treasuryBalance;
  async function refill(refillAmount: Lamports) {
    const outcome = await master.call({
      call: "refillHotWallet",
      input: (body) => ({
        body: { ...body, amount: refillAmount, reason: reasonOf(reason) },
      }),
      done: () => t("refillSent"),
      failed: t("refillFailed"),
    });
    if (outcome.kind !== "not-sent") onClose();
  }
  return (
    <ConfirmDialog
      title={t("refillHot")}
      action={amount === null ? t("move") : t("moveAmount", { amount: sol(amount) })}
      isBusy={master.underWay !== null || amount === null || isBeyond}
      onClose={onClose}
      onConfirm={() => amount !== null && void refill(amount)}
    >
      <div className="flex flex-col gap-3">
        <p>{t("refillMeans")}</p>
        <TextField
          label={t("amountToMove")}
          aside={t("treasuryHolds", { amount: sol(treasuryBalance) })}
          type="number"
          unit="SOL"
          {...transferLimits}
          value={text}
          onChange={setText}
          error={
            text !== "" && amount === null
              ? t("amountInvalid", { step: TRANSFER_STEP_SOL })
              : isBeyond
                ? t("treasuryTooLow")
                : null
          }
        />
        <ReasonField
          label={t("reason")}
          aside={reasonLength(reason)}
          value={reason}
          placeholder={t("refillReason")}
          onChange={setReason}
        />
        <p aria-live="polite" className="min-h-5 text-sm">
          {master.underWay !== null && t("working")}
        </p>
      </div>
    </ConfirmDialog>
  );
}

/** A transfer comes from a single wallet. */
const fullestTreasury = ({ wallets }: House): Lamports =>
  lamports(
    wallets
      .filter(({ type }) => type === "treasury")
      .reduce((most, { dbBalance }) => (dbBalance > most ? dbBalance : most), 0n),
  );
