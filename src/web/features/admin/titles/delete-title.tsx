import { achievements, titleIdOf } from "../../../../domain/achievements.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { useChange } from "../kit/use-change.ts";
import { titlesWords } from "./words.en.ts";

/** Whether players earn the title, so that it cannot be deleted (rule TITLE-9). */
export const isEarned = (id: string): boolean =>
  achievements.some((achievement) => titleIdOf(achievement) === id);

interface DeleteTitleProps {
  readonly title: { readonly id: string; readonly name: string; readonly holders: number };
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes a title, and says beforehand how many lose it. */
export function DeleteTitle({ title: { id, name, holders: count }, onClose, onDeleted }: DeleteTitleProps) {
  const { t } = useWords(titlesWords);
  const walletAddress = useAdminAddress();
  const remove = useChange({
    call: "deleteTitle",
    stale: ["listTitles"],
    done: t("deleted"),
    failed: t("deleteFailed"),
  });
  return (
    <ConfirmDialog
      title={t("deleteOf", { name })}
      action={t("delete")}
      isDanger
      phrase={`delete ${name}`}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { id }, query: { walletAddress } },
          { onSuccess: onDeleted, onSettled: onClose },
        )
      }
    >
      <p className="text-text">{count === 0 ? t("nobodyLoses") : t("lose", { count })}</p>
      <p>{t("cannotUndo")}</p>
    </ConfirmDialog>
  );
}
