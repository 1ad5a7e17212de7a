import { feeParts, type SettingsWarning, warnOfSettings } from "../../../../domain/house-margin.ts";
import { type Lamports, LAMPORTS_PER_SOL, lamports } from "../../../../domain/lamports.ts";
import type { Settings } from "../../../../domain/settings.ts";
import { translatorFor } from "../../../foundation/words/translate.ts";
import { HIGH_EDGE_BPS } from "../kit/high-edge.ts";
import { kitWords } from "../kit/words.en.ts";
import { warningText } from "./house-texts.ts";
import { settingsAsDrafted } from "./settings-as-drafted.ts";
import { settingsWords } from "./words.en.ts";

const ONE_SOL = lamports(LAMPORTS_PER_SOL);

/** With any of these the house loses money. */
const losses: ReadonlySet<SettingsWarning["code"]> = new Set([
  "NO_EDGE",
  "NOTHING_LEFT",
  "JACKPOT_ABOVE_MARGIN",
  "NETWORK_FEES_ABOVE_MARGIN",
  "COMMISSION_ABOVE_MARGIN",
]);

/**
 * Why the change of a setting has to be confirmed by typing it: with it the house loses, or takes more than a fifth
 * (rule LIMITS-44). None for any other change.
 *
 * @param averagePool of the races so far; null before the first, and until it is known: then a jackpot may cost more
 * than the house keeps, and what raises it or lowers the house's part is to be confirmed.
 */
export function risksOfChange(
  stored: Parameters<typeof settingsAsDrafted>[0],
  { key, text }: { readonly key: string; readonly text: string },
  averagePool: Lamports | null,
): readonly string[] {
  const before = settingsAsDrafted(stored, {});
  const after = settingsAsDrafted(stored, { [key]: text });
  const found = warnOfSettings(after, averagePool)
    .filter(({ code, keys }) => losses.has(code) && keys.some((one) => one === key))
    .map(warningText);
  if (averagePool === null && after.jackpotPool > 0n && costsMore(before, after))
    found.push(translatorFor(settingsWords).t("unknownPool"));
  const isHigh = after.houseEdgeBps > HIGH_EDGE_BPS && after.houseEdgeBps > before.houseEdgeBps;
  return isHigh ? [...found, translatorFor(kitWords).t("highEdge")] : found;
}

/** Whether the jackpot is higher, or what the house keeps of a pool lower. */
const costsMore = (before: Settings, after: Settings): boolean =>
  after.jackpotPool > before.jackpotPool ||
  feeParts(ONE_SOL, after, "others").house < feeParts(ONE_SOL, before, "others").house;
