import { useState } from "react";
import { type Lamports, lamports } from "../../../domain/lamports.ts";
import { useWords } from "../../words/use-words.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { TextField } from "../kit/fields.tsx";
import type { House } from "./house.ts";
import { readAmount, TRANSFER_STEP_SOL } from "./transfer-input.ts";
import type { MasterPassword } from "./use-master-password.ts";
import { useSecondAdminLimit } from "../kit/use-second-admin-limit.ts";
import { walletsWords } from "./words.en.ts";

const LONGEST_REASON = 500;

interface RefillDialogProps {
  readonly house: House;
  readonly master: MasterPassword;
  readonly onClose: () => void;
}

/** Moves SOL from the treasury to the hot wallet; above a limit another admin has to approve (rule ADMIN-27). */
export function RefillDialog({ house, master, onClose }: RefillDialogProps) {
  const { t, sol } = useWords(walletsWords);
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const limit = useSecondAdminLimit();
  const amount = readAmount(text);
  const held = fullestTreasury(house);
  const isBeyond = amount !== null && amount > held;
  async function refill(wanted: Lamports) {
    const outcome = await master.call({
      call: "refillHotWallet",
      input: (body) => ({
        body: { ...body, amount: wanted, ...(reason.trim() !== "" && { reason: reason.trim() }) },
      }),
      done: ({ approval }) => t(approval === null ? "refillSent" : "transferWaits"),
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
          aside={t("treasuryHolds", { amount: sol(held) })}
          type="number"
          unit="SOL"
          min={Number(TRANSFER_STEP_SOL)}
          step={Number(TRANSFER_STEP_SOL)}
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
        <TextField
          label={t("reason")}
          aside={`${reason.length}/${LONGEST_REASON}`}
          value={reason}
          placeholder={t("refillReason")}
          maxLength={LONGEST_REASON}
          onChange={setReason}
        />
        {limit !== null && amount !== null && amount > limit && (
          <p className="text-sm font-bold text-warn">{t("confirmWaits")}</p>
        )}
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
