import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lintImport } from "../support/lint-import.ts";

const root = join(import.meta.dirname, "../..");

describe("a feature of the server imports no other", () => {
  it.each([
    ["features/bets/place-bet.ts", "../payouts/withdraw.ts"],
    ["features/races/settle/settle-race.ts", "../../bets/queries.ts"],
    ["features/chat/open-chat.ts", "../titles/titles.ts"],
    ["features/players/handlers.ts", "../../adapters/clock.ts"],
    ["features/players/handlers.ts", "../../features.ts"],
    ["features/races/settle/settle-race.ts", "../../../adapters/clock.ts"],
  ])("%s must not import %s", (file, imported) => {
    expect(lintImport(`src/server/${file}`, imported)).toContain("imports no other feature");
  });

  it.each([
    ["foundation/http/server.ts", "../../features/sign-in/sessions.ts"],
    ["foundation/loop.ts", "../features/sign-in/sessions.ts"],
    ["foundation/loop.ts", "../adapters/clock.ts"],
  ])("%s must not import %s", (file, imported) => {
    expect(lintImport(`src/server/${file}`, imported)).toContain("foundation imports no feature");
  });

  it.each([
    ["features/bets/place-bet.ts", "./queries.ts"],
    ["features/bets/place-bet.ts", "../../foundation/ports.ts"],
    ["features/bets/place-bet.ts", "../../foundation/db/schema/bets.ts"],
    ["features/bets/place-bet.ts", "../../../contract/payouts/wallet.ts"],
    ["features/races/settle/settle-race.ts", "../race-rows.ts"],
    ["features/races/settle/settle-race.ts", "../engine/drive-race.ts"],
    ["features/races/settle/settle-race.ts", "../../../foundation/notifications/stored-notifications.ts"],
    ["features/races/settle/settle-race.ts", "../../../../domain/settlement.ts"],
    ["foundation/books/ledger.ts", "../db/database.ts"],
    ["features.ts", "./features/bets/open-bets.ts"],
  ])("%s may import %s", (file, imported) => {
    expect(lintImport(`src/server/${file}`, imported)).toContain("Found 0 warnings and 0 errors");
  });

  it("has no parts deeper than the rule looks", () => {
    const features = join(root, "src/server/features");
    const deeper = readdirSync(features, { recursive: true, encoding: "utf8" }).filter(
      (path) => path.endsWith(".ts") && path.split("/").length > 3,
    );
    expect(deeper).toEqual([]);
  });
});
