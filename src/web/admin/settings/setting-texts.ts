import { translatorFor } from "../../words/translate.ts";
import { settingsWords } from "./words.en.ts";

type WithValues = "range" | "rangeFrom" | "saved" | "saveSetting";
type Key = Exclude<keyof (typeof settingsWords)["english"], WithValues>;
const isKey = (key: string): key is Key => Object.hasOwn(settingsWords.english, key);

interface Setting {
  readonly setting_key: string;
  readonly description: string;
}

/** What a setting is called, and what it does; one that has no texts here has the server's. */
export function settingTexts({ setting_key: key, description }: Setting) {
  const { t } = translatorFor(settingsWords);
  const about = `${key}_about`;
  return {
    label: isKey(key) ? t(key) : key.replaceAll("_", " "),
    about: isKey(about) ? t(about) : description,
  };
}

/** A choice by its name, where it is a word and no number. */
export function choiceText(choice: string): string {
  const key = `choice_${choice}`;
  return isKey(key) ? translatorFor(settingsWords).t(key) : choice;
}

/** What is said when a setting is not saved and the server gives no reason. */
export function saveFailure(key: string): string {
  const { t } = translatorFor(settingsWords);
  switch (key) {
    case "site_maintenance_enabled":
      return t("maintenanceFailed");
    case "testing_mode_enabled":
      return t("testingFailed");
    case "network":
      return t("networkFailed");
    default:
      return t("saveFailed");
  }
}
