import { expect, it } from "vitest";
import { settingKeys } from "../../../../domain/settings.ts";
import { groupSettings, settingGroups } from "./setting-groups.ts";

const all = settingKeys.map((setting_key) => ({ setting_key }));

it("every setting stands in one group, a new one too", () => {
  const grouped = groupSettings([...all, { setting_key: "brand_new" }]);
  const keys = grouped.flatMap(({ settings }) => settings.map(({ setting_key }) => setting_key));
  expect(keys.toSorted()).toEqual([...settingKeys, "brand_new"].toSorted());
  expect(grouped.at(-1)?.name).toBe("others");
});

it("no group names a setting that there is not", () => {
  const named = settingGroups.flatMap(({ keys }) => [...keys]);
  expect(named.filter((key) => !settingKeys.some((known) => known === key))).toEqual([]);
});
