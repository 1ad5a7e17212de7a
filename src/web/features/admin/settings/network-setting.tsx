import { LoaderCircle } from "lucide-react";
import { useState } from "react";
import { publicNetworks } from "../../../../domain/genesis-hashes.ts";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { SettingHistory } from "./setting-history.tsx";
import { SettingName } from "./setting-name.tsx";
import { choiceText, saveFailure, type Setting } from "./setting-texts.ts";
import { useSave } from "./use-save.ts";
import { settingsWords } from "./words.en.ts";

/** The Solana network: a change moves the whole game, so its name has to be typed first (rule LIMITS-14). */
export function NetworkSetting({ setting }: { readonly setting: Setting }) {
  const { t } = useWords(settingsWords);
  const adminWallet = useAdminAddress();
  const { setting_key: settingKey, setting_value: network } = setting;
  const other = publicNetworks.find((name) => name !== network) ?? "devnet";
  const name = choiceText(other);
  const [isAsked, setIsAsked] = useState(false);
  const [reason, setReason] = useState("");
  const save = useSave(settingKey, t("networkChanged", { name, network: other }));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <SettingName setting={setting}>
          <p className="mt-1 text-xs">
            <span className="text-muted">{t("nodeNow")}</span>{" "}
            <span className="font-mono">{choiceText(network)}</span>
          </p>
        </SettingName>
        <div className="flex min-w-0 items-start gap-2">
          <Button aria-busy={save.isPending} disabled={save.isPending} onClick={() => setIsAsked(true)}>
            {save.isPending && <LoaderCircle aria-hidden size={16} className="animate-spin" />}
            {save.isPending ? t("changingNetwork") : t("changeNetwork", { name })}
          </Button>
          <SettingHistory setting={setting} />
        </div>
      </div>
      {save.isError && (
        <p role="alert" className="mt-2 text-sm text-bad">
          {errorText(save.error, saveFailure(settingKey))}
        </p>
      )}
      {isAsked && (
        <ConfirmDialog
          title={t("changeNetwork", { name })}
          action={t("changeNetwork", { name })}
          phrase={other}
          isDanger
          onClose={() => setIsAsked(false)}
          onConfirm={() => {
            setIsAsked(false);
            save.mutate({
              body: { adminWallet, settingKey, settingValue: other, description: reasonOf(reason) },
            });
          }}
        >
          <p className="mb-4">{t("networkQuestion", { name })}</p>
          <ReasonField value={reason} onChange={setReason} isPublic />
        </ConfirmDialog>
      )}
    </>
  );
}
