import { useState } from "react";
import { houseWalletKinds } from "../../../../domain/ledger.ts";
import { houseWallets } from "../../../../contract/house-wallets/house-wallets.ts";
import { limitsOf, wholeIn } from "../../../../contract/wire/field-limits.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { SelectField, TextField } from "../kit/fields.tsx";
import type { HouseWallet } from "./house.ts";
import type { MasterPassword } from "./use-master-password.ts";
import { walletsWords } from "./words.en.ts";

const { batchSize: schema } = houseWallets.addPrivateKeys.body.shape;
const limits = limitsOf(schema);
const BATCH = limits.max ?? 1;

interface AddWalletsDialogProps {
  readonly master: MasterPassword;
  readonly onClose: () => void;
}

/** Creates wallets of a kind, each with its own key, at most 50 at a time. */
export function AddWalletsDialog({ master, onClose }: AddWalletsDialogProps) {
  const { t } = useWords(walletsWords);
  const [kind, setKind] = useState<HouseWallet["type"]>("deposit");
  const [text, setText] = useState(String(BATCH));
  const batchSize = wholeIn(schema, text);
  async function add() {
    if (batchSize === null) return;
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
      action={t("addCount", { count: batchSize ?? 0 })}
      isBusy={master.underWay !== null || batchSize === null}
      onClose={onClose}
      onConfirm={() => void add()}
    >
      <div className="flex flex-col gap-3">
        <p>{t("addMeans")}</p>
        <SelectField
          label={t("kind")}
          value={kind}
          onChange={setKind}
          options={houseWalletKinds.map((value) => ({ value, label: t(value) }))}
        />
        <TextField
          label={t("howMany")}
          type="number"
          {...limits}
          value={text}
          onChange={setText}
          error={batchSize !== null ? null : t("batchInvalid", { most: BATCH })}
        />
      </div>
    </ConfirmDialog>
  );
}
