import type { Lamports } from "../../../domain/lamports.ts";
import { ok, refuse } from "../../../domain/result.ts";
import { settingDefinitions } from "../../../domain/settings.ts";
import type { HouseAction } from "../../foundation/house-actions.ts";
import type { Clock } from "../../foundation/ports.ts";
import {
  type ChangedSetting,
  type ChangeRefusal,
  changeLockedSetting,
  lockSettings,
  planChange,
} from "../../foundation/settings/change-setting.ts";

interface Ports {
  readonly clock: Clock;
  /** The limit that the environment sets; null where the setting decides. */
  readonly secondAdminAbove: Lamports | null;
}

type HouseSettingKey = "jackpot_pool_amount" | "second_admin_above_sol";
type Kind = "jackpot-setting" | "limit-setting";
type HouseSettings = { readonly [Each in Kind]: HouseSetting<Each> };

export interface HouseSetting<Each extends Kind> extends HouseAction<Each, ChangedSetting, ChangeRefusal> {
  readonly key: HouseSettingKey;
}

/**
 * What the house gives to each race, and the limit for approval by another admin: changing them requires a step-up
 * (rule ACCESS-8).
 */
export const houseSettings = (ports: Ports): HouseSettings => ({
  "jackpot-setting": { kind: "jackpot-setting", ...changeOf(ports, "jackpot_pool_amount", null) },
  "limit-setting": { kind: "limit-setting", ...changeOf(ports, "second_admin_above_sol", "limit") },
});

/** The setting of this key, if it is one of these. */
export const findHouseSetting = (ports: Ports, key: string): HouseSetting<Kind> | null =>
  Object.values(houseSettings(ports)).find((setting) => setting.key === key) ?? null;

/**
 * A jackpot that does not fit into what its admin may still move alone, or a raise of the limit itself, waits for
 * another admin; lowering takes effect at once. What a jackpot moves counts when a race gets it (rule IDENTITY-5).
 */
function changeOf(
  { clock, secondAdminAbove }: Ports,
  key: HouseSettingKey,
  cause: "limit" | null,
): Omit<HouseSetting<Kind>, "kind"> {
  return {
    key,
    isCountedLater: true,

    async check(tx, { settingValue }) {
      if (cause === "limit" && secondAdminAbove !== null)
        return refuse("SETTING_FIXED", { field: "settingKey" });
      await lockSettings(tx);
      const planned = await planChange(tx, { key, value: settingValue });
      if (!planned.ok) return planned;
      const [before, after] = [amountOf(key, planned.value.before), amountOf(key, planned.value.after)];
      // The same jackpot again asks for its approval, once its admin may give no more alone.
      if (after < before || (cause !== null && after === before)) return ok(null);
      return ok({ amount: after, cause });
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
