import { useWords } from "../../../foundation/words/use-words.ts";
import { prefixOf } from "../kit/bits.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import type { HouseWallet } from "./house.ts";
import type { MasterPassword } from "./use-master-password.ts";
import { walletsWords } from "./words.en.ts";

interface RetireDialogProps {
  readonly wallet: HouseWallet;
  readonly master: MasterPassword;
  readonly onClose: () => void;
}

/** Retires a wallet, which cannot be undone. */
export function RetireDialog({ wallet: { type, address }, master, onClose }: RetireDialogProps) {
  const { t } = useWords(walletsWords);
  async function retire() {
    const outcome = await master.call({
      call: "retireHouseWallet",
      input: (body) => ({ body: { ...body, address } }),
      done: () => t("retireDone"),
      failed: t("retireFailed"),
    });
    if (outcome.kind !== "not-sent") onClose();
  }
  return (
    <ConfirmDialog
      title={t("retireOf", { kind: t(type), address: prefixOf(address) })}
      action={t("retire")}
      isDanger
      phrase={`retire ${address.slice(0, 8)}`}
      isBusy={master.underWay !== null}
      onClose={onClose}
      onConfirm={() => void retire()}
    >
      <p className="mb-2">{t("retireMeans")}</p>
      <p className="font-mono text-sm break-all text-text">{address}</p>
    </ConfirmDialog>
  );
}
