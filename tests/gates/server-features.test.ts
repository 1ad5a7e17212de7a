import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lintImport } from "../support/lint-import.ts";

const root = join(import.meta.dirname, "../..");

describe("a folder of the server imports no feature", () => {
  it.each([
    ["bets/place-bet.ts", "../payouts/withdraw.ts"],
    ["races/settle/settle-race.ts", "../../bets/queries.ts"],
    ["chat/open-chat.ts", "../titles/titles.ts"],
    ["http/server.ts", "../sign-in/sessions.ts"],
    ["players/handlers.ts", "../adapters/clock.ts"],
  ])("%s must not import %s", (file, imported) => {
    expect(lintImport(`src/server/${file}`, imported)).toContain("imports no feature");
  });

  it.each([
    ["bets/place-bet.ts", "./queries.ts"],
    ["bets/place-bet.ts", "../ports.ts"],
    ["bets/place-bet.ts", "../db/schema/bets.ts"],
    ["bets/place-bet.ts", "../books/ledger.ts"],
    ["bets/place-bet.ts", "../../contract/payouts/wallet.ts"],
    ["races/settle/settle-race.ts", "../race-rows.ts"],
    ["races/settle/settle-race.ts", "../engine/drive-race.ts"],
    ["races/settle/settle-race.ts", "../../notifications/stored-notifications.ts"],
    ["races/settle/settle-race.ts", "../../../domain/settlement.ts"],
    ["features.ts", "./bets/open-bets.ts"],
  ])("%s may import %s", (file, imported) => {
    expect(lintImport(`src/server/${file}`, imported)).toContain("Found 0 warnings and 0 errors");
  });

  it("a feature's folder has no parts deeper than the rule looks", () => {
    const folders = readdirSync(join(root, "src/server"), { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".ts") && path.split("/").length > 3,
    );
    expect(folders).toEqual([]);
  });
});
