import { networks } from "../../../../domain/networks.ts";
import { isRuleKey } from "../../../../domain/race-rules.ts";
import { outcomeEntropies } from "../../../../domain/race-terms.ts";
import { type SettingKey, settingDefinitions } from "../../../../domain/settings.ts";
import { liveWords } from "../../../foundation/live/words.en.ts";
import { translatorFor } from "../../../foundation/words/translate.ts";
import { ruleLogWords } from "./words.en.ts";

type English = (typeof ruleLogWords)["english"];
/** The texts without placeholders for values. */
type Key = {
  [Name in keyof English]: English[Name] extends `${string}{${string}` ? never : Name;
}[keyof English];

const isText = (key: string): key is Key => Object.hasOwn(ruleLogWords.english, key);
const isSetting = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key);

/** The name of a rule; a rule that this page does not know is named by its key. */
export function ruleName(key: string): string {
  const isNamed = isSetting(key) && isRuleKey(key) && isText(key);
  return isNamed ? translatorFor(ruleLogWords).t(key) : key.replaceAll("_", " ");
}

/** A stored value in readable form. */
export function valueText(key: string, value: string): string {
  const { t, typed, percent } = translatorFor(ruleLogWords);
  if (value === "true" || value === "false") return t(value === "true" ? "on" : "off");
  switch (isSetting(key) ? settingDefinitions[key].input.unit : undefined) {
    case "%":
      return percent(Number(value));
    case "SOL":
      return `${typed(value)} SOL`;
    case "s":
      return translatorFor(liveWords).t("seconds", { count: Number(value) });
    case undefined:
      return partsText(value);
  }
}

/** Lists and weights, part by part. */
function partsText(value: string): string {
  const { t } = translatorFor(ruleLogWords);
  const parsed = /^[[{]/.test(value) ? parse(value) : null;
  if (Array.isArray(parsed))
    return parsed.length === 0 ? t("none") : parsed.map(String).map(wordText).join(", ");
  if (typeof parsed !== "object" || parsed === null) return wordText(value);
  return Object.entries(parsed)
    .map(([type, weight]) => t("weight", { type: wordText(type), weight: String(weight) }))
    .join(", ");
}

function wordText(word: string): string {
  const { t } = translatorFor(liveWords);
  if (word === "classic" || word === "sprint" || word === "endurance") return t(word);
  const isChoice = [...outcomeEntropies, ...networks].some((choice) => choice === word);
  return isChoice && isText(word) ? translatorFor(ruleLogWords).t(word) : word;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Values from the log are shown as they are.
    return null;
  }
}
