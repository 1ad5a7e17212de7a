import { useState } from "react";
import { parseWalletAddress } from "../../../domain/wallet-address.ts";
import { Button } from "../../ui/button.tsx";
import { useWords } from "../../words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { SelectField, TextField } from "../kit/fields.tsx";
import { Part } from "../kit/tab-page.tsx";
import { useChange } from "../kit/use-change.ts";
import { emotesWords } from "./words.en.ts";

interface AssignGroupProps {
  readonly groups: readonly { readonly id: string; readonly name: string }[];
}

/** Allows a wallet a group, denies it, or leaves it to the group's scope again (rule ADMIN-19). */
export function AssignGroup({ groups }: AssignGroupProps) {
  const { t } = useWords(emotesWords);
  const adminWallet = useAdminAddress();
  const [wallet, setWallet] = useState("");
  const [chosen, setChosen] = useState("");
  const groupId = groups.some(({ id }) => id === chosen) ? chosen : (groups[0]?.id ?? "");
  const walletAddress = wallet.trim();
  const isWallet = parseWalletAddress(walletAddress).ok;
  const assign = useChange({ call: "assignEmoteGroup", stale: [], done: t("assigned"), failed: null });
  const unassign = useChange({ call: "unassignEmoteGroup", stale: [], done: t("unassigned"), failed: null });
  const isBusy = assign.isPending || unassign.isPending;
  const set = (enabled: boolean) => assign.mutate({ body: { adminWallet, walletAddress, groupId, enabled } });
  return (
    <Part heading={t("assignHeading")}>
      <form
        noValidate
        className="flex flex-col gap-3 px-4 pt-1 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          set(true);
        }}
      >
        <TextField
          label={t("wallet")}
          value={wallet}
          maxLength={44}
          isMono
          onChange={setWallet}
          error={walletAddress === "" || isWallet ? null : t("noWallet")}
        />
        <SelectField
          label={t("group")}
          value={groupId}
          onChange={setChosen}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <div className="grid grid-cols-2 gap-3">
          <Button disabled={!isWallet || isBusy} onClick={() => set(false)}>
            {t("disable")}
          </Button>
          <Button type="submit" disabled={!isWallet || isBusy}>
            {t("assign")}
          </Button>
          <Button
            look="quiet"
            className="col-span-2"
            disabled={!isWallet || isBusy}
            onClick={() => unassign.mutate({ body: { adminWallet, walletAddress, groupId } })}
          >
            {t("unassign")}
          </Button>
        </div>
      </form>
    </Part>
  );
}
