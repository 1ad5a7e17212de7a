import type * as z from "zod/mini";
import type { setting as settingShape } from "../../../../contract/settings/admin-settings.ts";
import type { SettingInput } from "../../../../domain/setting-input.ts";
import { type SettingKey, settingDefinitions } from "../../../../domain/settings.ts";
import { translatorFor } from "../../../foundation/words/translate.ts";
import { settingsWords } from "./words.en.ts";

export type Setting = z.output<typeof settingShape>;

type English = (typeof settingsWords)["english"];
/** The texts without placeholders for values. */
type Key = {
  [Name in keyof English]: English[Name] extends `${string}{${string}` ? never : Name;
}[keyof English];
const isKey = (key: string): key is Key => Object.hasOwn(settingsWords.english, key);

/** What a setting is called, and what it does; a setting without texts here uses the server's. */
export function settingTexts({
  setting_key: key,
  description,
}: Pick<Setting, "setting_key" | "description">) {
  const { t } = translatorFor(settingsWords);
  const about = `${key}_about`;
  return {
    label: isKey(key) ? t(key) : key.replaceAll("_", " "),
    about: isKey(about) ? t(about) : description,
  };
}

/** The name of a choice, if it is a word and not a number. */
export function choiceText(choice: string): string {
  const key = `choice_${choice}`;
  return isKey(key) ? translatorFor(settingsWords).t(key) : choice;
}

/** A number as it is stored, in the page's language, with its unit. */
export function unitText(value: string, unit: NonNullable<SettingInput<unknown>["unit"]>): string {
  const { typed, percent } = translatorFor(settingsWords);
  return unit === "%" ? percent(Number(value)) : `${typed(value)} ${unit}`;
}

/** Shown when a setting is not saved and the server gives no reason. */
export function saveFailure(key: string): string {
  const { t } = translatorFor(settingsWords);
  switch (key) {
    case "site_maintenance_enabled":
      return t("maintenanceFailed");
    case "testing_mode_enabled":
      return t("testingFailed");
    case "network":
      return t("networkFailed");
    case "rpc_url_mainnet":
      return t("mainnetFailed");
    case "rpc_url_devnet":
      return t("devnetFailed");
    default:
      return t("saveFailed");
  }
}

/** A stored value in readable form. */
export function valueText(key: string, value: string): string {
  const { t } = translatorFor(settingsWords);
  if (value === "true" || value === "false") return t(value === "true" ? "on" : "off");
  const unit = Object.hasOwn(settingDefinitions, key)
    ? settingDefinitions[key as SettingKey].input.unit
    : undefined;
  if (unit !== undefined) return unitText(value, unit);
  const parsed = /^[[{]/.test(value) ? parse(value) : null;
  if (Array.isArray(parsed))
    return parsed.length === 0 ? t("none") : parsed.map(String).map(choiceText).join(", ");
  if (typeof parsed === "object" && parsed !== null)
    return Object.entries(parsed)
      .map(([name, part]) => `${choiceText(name)} ${String(part)}`)
      .join(", ");
  return choiceText(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Some text that only looks like JSON.
    return null;
  }
}
