import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lintImport } from "../support/lint-import.ts";

const web = join(import.meta.dirname, "../../src/web");

describe("a folder of the page imports no feature", () => {
  it.each([
    ["bets/bet-panel.tsx", "../fairness/fairness-card.tsx"],
    ["chat/chat-panel.tsx", "../players/profile-card.tsx"],
    ["admin/house/house-tab.tsx", "../../bets/bet-panel.tsx"],
    ["bets/bet-panel.tsx", "../app/header.tsx"],
    ["app/header.tsx", "../sign-in/wallet-button.tsx"],
  ])("%s must not import %s", (file, imported) => {
    expect(lintImport(`src/web/${file}`, imported)).toContain("imports no feature");
  });

  it.each([
    ["track-view/overlays/winner-card.tsx", "../../share/share-win.ts"],
    ["live/use-live.ts", "../track-view/track-panel.tsx"],
    ["ui/panel.tsx", "../live/race-store.ts"],
    ["lib/wallet/sign-in.ts", "../../ui/toast.ts"],
    ["words/numbers.ts", "../lib/storage.ts"],
  ])("%s must not import %s, which lies above it", (file, imported) => {
    expect(lintImport(`src/web/${file}`, imported)).toMatch(/help: src\/web\/\S+ imports/);
  });

  it.each([
    ["bets/bet-panel.tsx", "./bet-amount.ts"],
    ["bets/bet-panel.tsx", "../live/race-store.ts"],
    ["bets/bet-panel.tsx", "../track-view/track-panel.tsx"],
    ["bets/bet-panel.tsx", "../../domain/lamports.ts"],
    ["admin/house/house-tab.tsx", "../../ui/panel.tsx"],
    ["track-view/overlays/winner-card.tsx", "../../live/race-store.ts"],
    ["track-view/overlays/winner-card.tsx", "../words.en.ts"],
    ["track-view/painted-track.tsx", "../../track/track-state.ts"],
    ["lib/wallet/sign-in.ts", "../api.ts"],
    ["app/features.ts", "../bets/feature.tsx"],
    ["gallery/race-parts.tsx", "../bets/bet-panel.tsx"],
  ])("%s may import %s", (file, imported) => {
    expect(lintImport(`src/web/${file}`, imported)).toContain("Found 0 warnings and 0 errors");
  });

  it("no folder has parts deeper than the rule looks", () => {
    const deeper = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
      (path) => /\.tsx?$/.test(path) && path.split("/").length > 3,
    );
    expect(deeper).toEqual([]);
  });
});
