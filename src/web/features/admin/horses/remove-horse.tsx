import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { useChange } from "../kit/use-change.ts";
import type { Horse } from "./horse.ts";
import { horsesWords } from "./words.en.ts";

interface DialogProps {
  readonly horse: Horse;
  readonly onClose: () => void;
}

/** Archives a horse, or restores it to the reserve. */
export function ArchiveHorse({ horse: { id, name, archived }, onClose }: DialogProps) {
  const { t } = useWords(horsesWords);
  const adminWallet = useAdminAddress();
  const change = useChange({
    call: "archiveHorse",
    stale: ["listHorses"],
    done: t(archived ? "restored" : "wasArchived", { name }),
    failed: t("saveFailed"),
  });
  return (
    <ConfirmDialog
      title={t(archived ? "restoreOf" : "archiveOf", { name })}
      action={t(archived ? "restore" : "archive")}
      isBusy={change.isPending}
      onClose={onClose}
      onConfirm={() =>
        change.mutate({ params: { id }, body: { adminWallet, archived: !archived } }, { onSettled: onClose })
      }
    >
      <p>{t(archived ? "restoreAbout" : "archiveAbout")}</p>
    </ConfirmDialog>
  );
}

/** Deletes a horse that was in no race. */
export function DeleteHorse({ horse: { id, name }, onClose }: DialogProps) {
  const { t } = useWords(horsesWords);
  const walletAddress = useAdminAddress();
  const remove = useChange({
    call: "deleteHorse",
    stale: ["listHorses"],
    done: t("deleted", { name }),
    failed: t("saveFailed"),
  });
  return (
    <ConfirmDialog
      title={t("deleteOf", { name })}
      action={t("delete")}
      isDanger
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id }, query: { walletAddress } }, { onSettled: onClose })}
    >
      <p>{t("deleteAbout")}</p>
    </ConfirmDialog>
  );
}
