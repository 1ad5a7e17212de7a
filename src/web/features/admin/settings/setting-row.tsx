import { Lock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { SettingInput } from "../../../../domain/setting-input.ts";
import { type SettingKey, settingDefinitions } from "../../../../domain/settings.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { FlagRow } from "../kit/bits.tsx";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { ReasonField, reasonOf } from "../kit/reason-field.tsx";
import { SettingControl } from "./setting-control.tsx";
import { NetworkSetting } from "./network-setting.tsx";
import { RpcUrlSetting } from "./rpc-url-setting.tsx";
import { SettingHistory } from "./setting-history.tsx";
import { SettingEffect, SettingName } from "./setting-name.tsx";
import { choiceText, type Setting, settingTexts } from "./setting-texts.ts";
import { useSave } from "./use-save.ts";
import { settingsWords } from "./words.en.ts";

interface SettingRowProps {
  readonly setting: Setting;
  /** The setting that was searched for: it is scrolled into view. */
  readonly isWanted: boolean;
  /** Called with what is typed and not saved; null when nothing is. */
  readonly onDraft: (text: string | null) => void;
  /** Why a new value has to be confirmed by typing; none if it does not. */
  readonly risksOf: (text: string) => readonly string[];
}

const inputOf = (key: string): SettingInput<unknown> | null =>
  Object.hasOwn(settingDefinitions, key) ? settingDefinitions[key as SettingKey].input : null;

/** One setting: what it does, its control, and its own Save. */
export function SettingRow({ setting, isWanted, onDraft, risksOf }: SettingRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.querySelector<HTMLElement>("input, select, textarea")?.focus({ preventScroll: true });
  }, [isWanted]);
  const { setting_key: key, setting_value: stored } = setting;
  const input = inputOf(key);
  const look = isWanted ? "bg-selected" : "";
  return (
    <li ref={row} data-setting={key} className={`border-t border-hair px-4 py-3 first:border-t-0 ${look}`}>
      {setting.fixed || input === null ? (
        <FixedSetting setting={setting} />
      ) : key === "network" ? (
        <NetworkSetting setting={setting} />
      ) : key.startsWith("rpc_url_") ? (
        <RpcUrlSetting setting={setting} />
      ) : input.control === "toggle" ? (
        <ToggleSetting setting={setting} isOn={stored === "true"} risksOf={risksOf} />
      ) : (
        <EditedSetting setting={setting} input={input} onDraft={onDraft} risksOf={risksOf} />
      )}
    </li>
  );
}

/** The distance of a field below the top of its label. */
const besideField = "mt-[22px]";

const rowLook = "flex flex-wrap items-center justify-between gap-x-6 gap-y-2";

/** What the server was started with: shown, not editable here. */
function FixedSetting({ setting }: { readonly setting: Setting }) {
  const { t } = useWords(settingsWords);
  return (
    <div className={rowLook}>
      <SettingName setting={setting} />
      <p className="flex min-w-0 items-center gap-2 text-right">
        <span className="min-w-0 font-mono text-xs break-all">{choiceText(setting.setting_value)}</span>
        <span className="inline-flex shrink-0 items-center gap-1 rounded-s border border-control px-1.5 text-xs leading-5 font-bold text-muted">
          <Lock aria-hidden size={12} />
          {t("fixed")}
        </span>
      </p>
    </div>
  );
}

interface ToggleSettingProps {
  readonly setting: Setting;
  readonly isOn: boolean;
  readonly risksOf: SettingRowProps["risksOf"];
}

function ToggleSetting({ setting, isOn, risksOf }: ToggleSettingProps) {
  const { t } = useWords(settingsWords);
  const adminWallet = useAdminAddress();
  const { setting_key: settingKey } = setting;
  const { label, about } = settingTexts(setting);
  const [newValue, setNewValue] = useState<boolean | null>(null);
  const [reason, setReason] = useState("");
  const save = useSave(settingKey, t("saved", { name: label }));
  const set = (value: boolean) =>
    save.mutate({
      body: { adminWallet, settingKey, settingValue: String(value), description: reasonOf(reason) },
    });
  const question =
    settingKey === "site_maintenance_enabled"
      ? t(newValue === true ? "maintenanceOn" : "maintenanceOff")
      : settingKey === "testing_mode_enabled"
        ? t(newValue === true ? "testingOn" : "testingOff")
        : about;
  return (
    <>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <FlagRow
            name={label}
            about={about}
            // Shows the new value while it is being saved.
            checked={save.isPending ? save.variables.body.settingValue === "true" : isOn}
            disabled={save.isPending}
            onChange={(value) => {
              setReason("");
              setNewValue(value);
            }}
          />
          <SettingEffect setting={setting} isChanged={false} />
        </div>
        <SettingHistory setting={setting} risksOf={risksOf} />
      </div>
      {newValue !== null && (
        <ConfirmDialog
          title={label}
          action={t(newValue ? "switchOn" : "switchOff")}
          onClose={() => setNewValue(null)}
          onConfirm={() => {
            set(newValue);
            setNewValue(null);
          }}
        >
          <p className="mb-4">{question}</p>
          <ReasonField value={reason} onChange={setReason} isPublic />
        </ConfirmDialog>
      )}
    </>
  );
}

interface EditedSettingProps {
  readonly setting: Setting;
  readonly input: SettingInput<unknown>;
  readonly onDraft: SettingRowProps["onDraft"];
  readonly risksOf: SettingRowProps["risksOf"];
}

function EditedSetting({ setting, input, onDraft, risksOf }: EditedSettingProps) {
  const { t } = useWords(settingsWords);
  const adminWallet = useAdminAddress();
  const { setting_key: settingKey, setting_value: stored } = setting;
  const [text, setText] = useState(stored);
  const [reason, setReason] = useState("");
  const [complaint, setComplaint] = useState<string | null>(null);
  const [before, setBefore] = useState(stored);
  // A value saved meanwhile, by another admin too, replaces what is typed; the row itself stays, and its history stays
  // open.
  if (stored !== before) {
    setBefore(stored);
    setText(stored);
    setReason("");
    setComplaint(null);
  }
  const { label } = settingTexts(setting);
  const save = useSave(settingKey, t("saved", { name: label }));
  const isChanged = text !== stored;
  const [risky, setRisky] = useState<string | null>(null);
  const saveValue = (settingValue: string) => {
    setRisky(null);
    save.mutate({ body: { adminWallet, settingKey, settingValue, description: reasonOf(reason) } });
  };
  return (
    <div className={rowLook}>
      {risky !== null && (
        <ConfirmDialog
          title={label}
          action={t("saveSetting", { name: label })}
          isDanger
          phrase={`${settingKey} ${risky}`}
          onClose={() => setRisky(null)}
          onConfirm={() => saveValue(risky)}
        >
          {risksOf(risky).map((risk) => (
            <p key={risk}>{risk}</p>
          ))}
        </ConfirmDialog>
      )}
      <SettingName setting={setting} isChanged={isChanged} />
      <div className="flex min-w-0 flex-wrap items-start gap-2 max-tablet:w-full">
        <form
          noValidate
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            const read = input.read(text.trim());
            if (read === null) setComplaint(t("invalid"));
            else if (risksOf(read.text).length > 0) setRisky(read.text);
            else saveValue(read.text);
          }}
        >
          <div className="w-[19rem] min-w-0 max-tablet:flex-1">
            <SettingControl
              settingKey={settingKey}
              label={label}
              input={input}
              text={text}
              onChange={(next) => {
                setText(next);
                setComplaint(null);
                onDraft(next === stored ? null : next.trim());
              }}
              error={complaint}
            />
          </div>
          <Button
            type="submit"
            className={besideField}
            aria-label={t("saveSetting", { name: label })}
            disabled={!isChanged || save.isPending}
          >
            {t("save")}
          </Button>
          {isChanged && (
            <ReasonField value={reason} onChange={setReason} isPublic className="order-1 basis-full" />
          )}
        </form>
        <div className={besideField}>
          <SettingHistory setting={setting} risksOf={risksOf} />
        </div>
      </div>
    </div>
  );
}
