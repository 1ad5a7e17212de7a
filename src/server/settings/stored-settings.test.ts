import { expect, it } from "vitest";
import { settingsFrom } from "../../domain/settings.ts";
import { openTestDatabase } from "../../../tests/support/database.ts";
import { settings } from "../db/schema/settings.ts";
import { readSettings, writeFirstSettings, writeSetting } from "./stored-settings.ts";

it("settings have their defaults, then first values, then what an admin wrote", async () => {
  const { db, close } = await openTestDatabase();
  const at = new Date(0);
  expect(await readSettings(db)).toEqual(settingsFrom([]));

  await db.transaction((tx) => writeFirstSettings(tx, { network: "devnet", min_bets_to_start: "3" }, at));
  await db.transaction((tx) => writeSetting(tx, { key: "min_bets_to_start", value: "4", by: "admin", at }));
  await db.transaction((tx) => writeFirstSettings(tx, { network: "localnet", min_bets_to_start: "3" }, at));

  const expected = settingsFrom([
    { key: "network", value: "devnet" },
    { key: "min_bets_to_start", value: "4" },
  ]);
  expect(await readSettings(db)).toEqual(expected);
  const rows = await db.select().from(settings);
  expect(rows.find(({ key }) => key === "min_bets_to_start")?.updatedBy).toBe("admin");
  await close();
});
