import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lintImport } from "../support/lint-import.ts";

const web = join(import.meta.dirname, "../../src/web");

describe("a feature of the page imports no other", () => {
  it.each([
    ["features/bets/bet-panel.tsx", "../fairness/fairness-card.tsx"],
    ["features/chat/chat-panel.tsx", "../players/profile-card.tsx"],
    ["features/admin/house/house-tab.tsx", "../../bets/bet-panel.tsx"],
    ["features/bets/bet-panel.tsx", "../../app/header.tsx"],
    ["features/admin/house/house-tab.tsx", "../../../app/header.tsx"],
  ])("%s must not import %s", (file, imported) => {
    expect(lintImport(`src/web/${file}`, imported)).toContain("imports no other");
  });

  it.each([
    ["app/header.tsx", "../features/sign-in/wallet-button.tsx"],
    ["app/help/help-dialog.tsx", "../../features/sign-in/wallet-button.tsx"],
    ["overlay/overlay.tsx", "../features/races/race-card.tsx"],
  ])("%s, outside of the features, must not import %s", (file, imported) => {
    expect(lintImport(`src/web/${file}`, imported)).toContain("imports no feature");
  });

  it.each([
    ["foundation/track-view/overlays/winner-card.tsx", "../../../features/share/share-win.ts"],
    ["foundation/live/use-live.ts", "../track-view/track-panel.tsx"],
    ["foundation/live/use-live.ts", "../../app/header.tsx"],
    ["foundation/ui/panel.tsx", "../live/race-store.ts"],
    ["foundation/lib/wallet/sign-in.ts", "../../ui/toast.ts"],
    ["foundation/lib/wallet/sign-in.ts", "../../../features/bets/bet-panel.tsx"],
    ["foundation/words/numbers.ts", "../lib/storage.ts"],
  ])("%s must not import %s, which lies above it", (file, imported) => {
    expect(lintImport(`src/web/${file}`, imported)).toMatch(/help: foundation\/\S+ imports/);
  });

  it.each([
    ["features/bets/bet-panel.tsx", "./bet-amount.ts"],
    ["features/bets/bet-panel.tsx", "../../foundation/live/race-store.ts"],
    ["features/bets/bet-panel.tsx", "../../foundation/track-view/track-panel.tsx"],
    ["features/bets/bet-panel.tsx", "../../../domain/lamports.ts"],
    ["features/admin/house/house-tab.tsx", "../../../foundation/ui/panel.tsx"],
    ["foundation/track-view/overlays/winner-card.tsx", "../../live/race-store.ts"],
    ["foundation/track-view/overlays/winner-card.tsx", "../words.en.ts"],
    ["foundation/track-view/painted-track.tsx", "../../../track/track-state.ts"],
    ["foundation/lib/wallet/sign-in.ts", "../api.ts"],
    ["app/features.ts", "../features/bets/feature.tsx"],
    ["gallery/race-parts.tsx", "../features/bets/bet-panel.tsx"],
  ])("%s may import %s", (file, imported) => {
    expect(lintImport(`src/web/${file}`, imported)).toContain("Found 0 warnings and 0 errors");
  });

  it("has no parts deeper than the rule looks", () => {
    const deeper = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
      (path) => /\.tsx?$/.test(path) && path.split("/").length > 4,
    );
    expect(deeper).toEqual([]);
  });
});
