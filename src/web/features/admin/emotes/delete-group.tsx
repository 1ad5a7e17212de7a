import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { useChange } from "../kit/use-change.ts";
import { emotesWords } from "./words.en.ts";

interface DeleteGroupProps {
  readonly group: {
    readonly id: string;
    readonly name: string;
    readonly emote_count: number;
    readonly wallet_count: number;
  };
  readonly onClose: () => void;
}

/** Deletes a group of emotes, and says beforehand what goes with it. */
export function DeleteGroup({ group, onClose }: DeleteGroupProps) {
  const { id, name, emote_count: emotes, wallet_count: wallets } = group;
  const { t } = useWords(emotesWords);
  const walletAddress = useAdminAddress();
  const remove = useChange({
    call: "deleteEmoteGroup",
    stale: ["listEmoteGroups", "listEmotes"],
    done: t("groupDeleted"),
    failed: t("groupDeleteFailed"),
  });
  return (
    <ConfirmDialog
      title={t("deleteGroup", { name })}
      action={t("delete")}
      isDanger
      phrase={`delete ${name}`}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id }, query: { walletAddress } }, { onSettled: onClose })}
    >
      {emotes > 0 && <p className="text-text">{t("emotesGo", { count: emotes })}</p>}
      {wallets > 0 && <p className="text-text">{t("walletsGo", { count: wallets })}</p>}
      <p>{t("deleteGroupAbout")}</p>
    </ConfirmDialog>
  );
}
