import { useState } from "react";
import { useWords } from "../../words/use-words.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { SelectField, TextField } from "../kit/fields.tsx";
import type { HouseWallet } from "./house.ts";
import type { MasterPassword } from "./use-master-password.ts";
import { walletsWords } from "./words.en.ts";

const BATCH = 50;
const kinds = ["deposit", "hot", "treasury"] as const satisfies readonly HouseWallet["type"][];

interface AddWalletsDialogProps {
  readonly master: MasterPassword;
  readonly onClose: () => void;
}

/** Creates wallets of a kind, each with its own key, at most 50 at a time (rule ADMIN-26). */
export function AddWalletsDialog({ master, onClose }: AddWalletsDialogProps) {
  const { t } = useWords(walletsWords);
  const [kind, setKind] = useState<HouseWallet["type"]>("deposit");
  const [text, setText] = useState(String(BATCH));
  const batchSize = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  const isBatch = batchSize >= 1 && batchSize <= BATCH;
  async function add() {
    if (!isBatch) return;
    const outcome = await master.call({
      call: "addPrivateKeys",
      input: (body) => ({ body: { ...body, batchSize, kind } }),
      done: ({ added }) => t("added", { count: added }),
      failed: t("addFailed"),
    });
    if (outcome.kind !== "not-sent") onClose();
  }
  return (
    <ConfirmDialog
      title={t("addKeys")}
      action={t("addCount", { count: batchSize })}
      isBusy={master.underWay !== null || !isBatch}
      onClose={onClose}
      onConfirm={() => void add()}
    >
      <div className="flex flex-col gap-3">
        <p>{t("addMeans")}</p>
        <SelectField
          label={t("kind")}
          value={kind}
          onChange={setKind}
          options={kinds.map((value) => ({ value, label: t(value) }))}
        />
        <TextField
          label={t("howMany")}
          type="number"
          min={1}
          max={BATCH}
          step={1}
          value={text}
          onChange={setText}
          error={isBatch ? null : t("batchInvalid", { most: BATCH })}
        />
      </div>
    </ConfirmDialog>
  );
}
