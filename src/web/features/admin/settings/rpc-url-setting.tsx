import { LoaderCircle } from "lucide-react";
import { useState } from "react";
import { errorText } from "../../../foundation/lib/call-refused.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { TextField } from "../kit/fields.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { SettingHistory } from "./setting-history.tsx";
import { SettingName } from "./setting-name.tsx";
import { saveFailure, type Setting, settingTexts } from "./setting-texts.ts";
import { useSave } from "./use-save.ts";
import { settingsWords } from "./words.en.ts";

/**
 * The node of a network: the server tries a new one before it accepts it, which may take some seconds.
 * The one in use is shown without what may be its key, so it is typed again rather than edited.
 */
export function RpcUrlSetting({ setting }: { readonly setting: Setting }) {
  const { t } = useWords(settingsWords);
  const adminWallet = useAdminAddress();
  const { setting_key: settingKey, setting_value: maskedUrl } = setting;
  const [url, setUrl] = useState("");
  const [reason, setReason] = useState("");
  const { label } = settingTexts(setting);
  const save = useSave(settingKey, t("nodeTaken", { name: label }));
  const typed = url.trim();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <SettingName setting={setting}>
        <p className="mt-1 text-xs">
          <span className="text-muted">{t("nodeNow")}</span>{" "}
          <span className="font-mono break-all">{maskedUrl}</span>
        </p>
      </SettingName>
      <div className="flex min-w-0 flex-wrap items-start gap-2 max-tablet:w-full">
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed !== "" && !save.isPending)
              save.mutate(
                { body: { adminWallet, settingKey, settingValue: typed, description: reasonOf(reason) } },
                // A different URL may look the same when shown in part: the row is not mounted again.
                {
                  onSuccess: () => {
                    setUrl("");
                    setReason("");
                  },
                },
              );
          }}
        >
          <div className="w-[19rem] min-w-0 max-tablet:w-full">
            <TextField
              label={t("newUrl", { name: label })}
              type="url"
              isMono
              value={url}
              onChange={(next) => {
                setUrl(next);
                save.reset();
              }}
              isDisabled={save.isPending}
              error={save.isError ? errorText(save.error, saveFailure(settingKey)) : null}
            />
          </div>
          <Button
            type="submit"
            aria-label={save.isPending ? undefined : t("trySetting", { name: label })}
            aria-busy={save.isPending}
            className="min-w-[9.5rem] tablet:mt-[22px]"
            disabled={typed === "" || save.isPending}
          >
            {save.isPending && <LoaderCircle aria-hidden size={16} className="animate-spin" />}
            {save.isPending ? t("trying") : t("try")}
          </Button>
          {typed !== "" && <ReasonField value={reason} onChange={setReason} className="order-1 basis-full" />}
        </form>
        <div className="tablet:mt-[22px]">
          <SettingHistory setting={setting} />
        </div>
      </div>
    </div>
  );
}
