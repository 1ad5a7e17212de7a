import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { AssignPart } from "../kit/assign-part.tsx";
import { fieldError, forgetErrors } from "../kit/field-error.ts";
import { useChange } from "../kit/use-change.ts";
import { emotesWords } from "./words.en.ts";

interface AssignGroupProps {
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

/** Grants a wallet a group, denies it, or leaves it to the group's scope again. */
export function AssignGroup({ groups }: AssignGroupProps) {
  const { t } = useWords(emotesWords);
  const adminWallet = useAdminAddress();
  const assign = useChange({ call: "assignEmoteGroup", stale: [], done: t("assigned"), failed: null });
  const unassign = useChange({ call: "unassignEmoteGroup", stale: [], done: t("unassigned"), failed: null });
  const isBusy = assign.isPending || unassign.isPending;
  const set = (walletAddress: string, groupId: string, enabled: boolean) =>
    assign.mutate({ body: { adminWallet, walletAddress, groupId, enabled } });
  return (
    <AssignPart
      error={fieldError(assign.error ?? unassign.error, "walletAddress")}
      onEdit={forgetErrors(assign, unassign)}
      heading={t("assignHeading")}
      label={t("group")}
      choices={groups}
      onSubmit={({ walletAddress, id }) => set(walletAddress, id, true)}
    >
      {({ walletAddress, id, isReady }) => (
        <>
          <Button disabled={!isReady || isBusy} onClick={() => set(walletAddress, id, false)}>
            {t("disable")}
          </Button>
          <Button type="submit" disabled={!isReady || isBusy}>
            {t("assign")}
          </Button>
          <Button
            look="quiet"
            className="col-span-2"
            disabled={!isReady || isBusy}
            onClick={() => unassign.mutate({ body: { adminWallet, walletAddress, groupId: id } })}
          >
            {t("unassign")}
          </Button>
        </>
      )}
    </AssignPart>
  );
}
