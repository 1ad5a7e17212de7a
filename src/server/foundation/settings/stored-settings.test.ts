import { expect, it } from "vitest";
import { settingsFrom } from "../../../domain/settings.ts";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { settings } from "../db/schema/settings.ts";
import { bindToNetwork } from "../../features/settings/stored-network.ts";
import { readSettings, writeSetting } from "./stored-settings.ts";

const at = new Date(0);

it("settings have their defaults until an admin writes them", async () => {
  const { db, close } = await openTestDatabase();
  expect(await readSettings(db)).toEqual(settingsFrom([]));
  await db.transaction((tx) => writeSetting(tx, { key: "min_bets_to_start", value: "4", by: "admin", at }));
  expect(await readSettings(db)).toEqual(settingsFrom([{ key: "min_bets_to_start", value: "4" }]));
  const rows = await db.select().from(settings);
  expect(rows.find(({ key }) => key === "min_bets_to_start")?.updatedBy).toBe("admin");
  await close();
});

it("LIMITS-11 data stays with the network of its first start", async () => {
  const { db, close } = await openTestDatabase();
  await bindToNetwork(db, "devnet", at);
  await expect(bindToNetwork(db, "devnet", at)).resolves.toBeUndefined();
  for (const other of ["localnet", "mainnet-beta"] as const) {
    await expect(bindToNetwork(db, other, at)).rejects.toThrow(
      `The data belongs to devnet, but this start is for ${other}. Set SOLANA_NETWORK=devnet`,
    );
  }
  expect((await readSettings(db)).network).toBe("devnet");
  await close();
});
