import {
  type SettingKey,
  type Settings,
  settingDefinitions,
  settingKeys,
  settingsFrom,
} from "../../../../domain/settings.ts";

/** What is typed and not saved, by key. */
export type Drafts = Readonly<Record<string, string>>;

interface Stored {
  readonly setting_key: string;
  readonly setting_value: string;
}

/**
 * The settings as they would be if everything typed were saved; where the typed text is not a value yet, the stored
 * value counts.
 */
export function settingsAsDrafted(stored: readonly Stored[], drafts: Drafts): Settings {
  const values = stored.flatMap(({ setting_key: key, setting_value: value }) => {
    if (!isKey(key)) return [];
    const { input } = settingDefinitions[key];
    const text = (input.read(drafts[key] ?? value) ?? input.read(value))?.text;
    return text === undefined ? [] : [{ key, value: text }];
  });
  return settingsFrom(values);
}

const isKey = (key: string): key is SettingKey => settingKeys.some((known) => known === key);
