import { ZERO } from "../../domain/lamports.ts";
import { ok } from "../../domain/result.ts";
import { settingDefinitions } from "../../domain/settings.ts";
import type { HouseAction } from "../house-actions.ts";
import type { Clock } from "../ports.ts";
import { type ChangedSetting, changeLockedSetting, lockSettings, planChange } from "./change-setting.ts";

interface Ports {
  readonly clock: Clock;
}

type HouseSettingKey = "jackpot_pool_amount" | "second_admin_above_sol";
type Kind = "jackpot-setting" | "limit-setting";
type HouseSettings = { readonly [Each in Kind]: HouseSetting<Each> };

export interface HouseSetting<Each extends Kind> extends HouseAction<Each, ChangedSetting> {
  readonly key: HouseSettingKey;
}

/**
 * What the house gives to each race, and the limit for approval by another admin: changing them requires a step-up
 * (rule ACCESS-8).
 */
export const houseSettings = (ports: Ports): HouseSettings => ({
  "jackpot-setting": { kind: "jackpot-setting", ...changeOf(ports, "jackpot_pool_amount") },
  "limit-setting": { kind: "limit-setting", ...changeOf(ports, "second_admin_above_sol") },
});

/** The setting of this key, if it is one of these. */
export const findHouseSetting = (ports: Ports, key: string): HouseSetting<Kind> | null =>
  Object.values(houseSettings(ports)).find((setting) => setting.key === key) ?? null;

/**
 * Raising such a value above the limit, or raising the limit itself, waits for another admin; lowering it takes effect
 * at once (rule IDENTITY-5).
 */
function changeOf({ clock }: Ports, key: HouseSettingKey): Omit<HouseSetting<Kind>, "kind"> {
  return {
    key,

    async check(tx, { settingValue }) {
      await lockSettings(tx);
      const planned = await planChange(tx, { key, value: settingValue });
      if (!planned.ok) return planned;
      const [before, after] = [amountOf(key, planned.value.before), amountOf(key, planned.value.after)];
      return ok(after > before ? after : ZERO);
    },

    async perform(tx, { settingValue: value }, { by, approvedBy, reason }) {
      const changed = await changeLockedSetting(tx, clock, { key, value, by, approvedBy, reason });
      if (!changed.ok) throw new Error(`${key} was checked and is refused: ${changed.code}`);
      return { done: changed.value };
    },
  };
}

function amountOf(key: HouseSettingKey, text: string) {
  const read = settingDefinitions[key].input.read(text);
  if (read === null) throw new Error(`setting ${key} holds ${JSON.stringify(text)}`);
  return read.value;
}
