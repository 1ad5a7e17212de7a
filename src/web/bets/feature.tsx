import { lazy, useEffect } from "react";
import { usePlayer } from "../lib/player.ts";
import { openBetSlip } from "../live/bet-slip.ts";
import { useRace } from "../live/race-store.ts";
import type { Feature } from "../live/slots.tsx";
import { BetPanel } from "./bet-panel.tsx";
import { useBetShortcuts } from "./bet-shortcuts.ts";
import { MobileBetBar } from "./mobile-bet-bar.tsx";

const PresetsDialog = lazy(async () => ({ default: (await import("./presets-dialog.tsx")).PresetsDialog }));

export const betsFeature: Feature = {
  dialogs: { presets: OwnPresets },
  slots: { "race-bet": RaceBet, "race-foot": MobileBetBar },
};

/** The bet panel of the race at hand; another race empties the slip. */
function RaceBet() {
  const raceId = useRace((state) => state.race?.id ?? null);
  useEffect(() => {
    if (raceId !== null) openBetSlip(raceId);
  }, [raceId]);
  useBetShortcuts();
  return <BetPanel />;
}

function OwnPresets() {
  const player = usePlayer();
  return player.kind === "player" ? <PresetsDialog address={player.address} /> : null;
}
