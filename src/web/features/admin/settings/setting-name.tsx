import { createContext, type ReactNode, useContext } from "react";
import { settingsFrom, type Settings } from "../../../../domain/settings.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { heldByRace } from "./held-by-race.ts";
import { effectText } from "./house-texts.ts";
import { type Setting, settingTexts } from "./setting-texts.ts";
import { settingsWords } from "./words.en.ts";

interface AsDrafted {
  /** The settings as they would be if everything typed were saved. */
  readonly settings: Settings;
  /** The race that still has the settings it was created with; null when none is known. */
  readonly race: string | null;
}

export const AsDrafted = createContext<AsDrafted>({ settings: settingsFrom([]), race: null });

interface SettingNameProps {
  readonly setting: Setting;
  readonly isChanged?: boolean;
  readonly children?: ReactNode;
}

/** What a setting is called and does, what that means for the house's money, and when a change takes effect. */
export function SettingName({ setting, isChanged = false, children }: SettingNameProps) {
  const { label, about } = settingTexts(setting);
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-bold">{label}</p>
      <p className="text-xs text-muted">{about}</p>
      <SettingEffect setting={setting} isChanged={isChanged} />
      {children}
    </div>
  );
}

/** The same for a switch, which has its name next to it. */
export function SettingEffect({
  setting: { setting_key: key },
  isChanged,
}: {
  readonly setting: Setting;
  readonly isChanged: boolean;
}) {
  const { t } = useWords(settingsWords);
  const { settings, race } = useContext(AsDrafted);
  const effect = effectText(key, settings);
  return (
    <>
      {effect !== null && <p className="mt-1 text-xs">{effect}</p>}
      {heldByRace.has(key) && (
        <p className={`mt-1 text-xs ${isChanged ? "text-info" : "text-muted"}`}>
          {isChanged && race !== null ? t("fromRace", { race }) : t("fromNextRace")}
        </p>
      )}
    </>
  );
}
