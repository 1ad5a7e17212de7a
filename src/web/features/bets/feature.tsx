import { type ComponentType, useEffect } from "react";
import { later } from "../../foundation/lib/later.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { clearSlipOfBet, openBetSlip } from "../../foundation/live/bet-slip.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import type { Feature } from "../../foundation/live/slots.tsx";
import { BetPanel } from "./bet-panel.tsx";
import { useBetShortcuts } from "./bet-shortcuts.ts";
import { preloadSendBet } from "./use-place-bet.ts";
import { MobileBetBar } from "./mobile-bet-bar.tsx";

const PresetsDialog = later(async () => (await import("./presets/presets-dialog.tsx")).PresetsDialog);

const DepositDialog = later(async () => (await import("./deposits/deposit-dialog.tsx")).DepositDialog);
const RepeatDialog = later(async () => (await import("./repeats/repeat-dialog.tsx")).RepeatDialog);

export const betsFeature: Feature = {
  dialogs: {
    presets: forPlayer(PresetsDialog),
    deposit: forPlayer(DepositDialog),
    repeat: forPlayer(RepeatDialog),
  },
  slots: {
    "race-bet": RaceBet,
    "race-foot": MobileBetBar,
    "dashboard-balance": later(async () => (await import("./deposits/deposit-button.tsx")).DepositButton),
  },
};

/** The bet panel of the open race; another race empties the slip, and so does a bet that only the server counted. */
function RaceBet() {
  const raceId = useRace((state) => state.race?.id ?? null);
  useEffect(() => {
    if (raceId !== null) openBetSlip(raceId);
  }, [raceId]);
  const hasBet = useRace((state) => state.yourBet !== null);
  useEffect(() => {
    if (hasBet) clearSlipOfBet();
  }, [hasBet]);
  useBetShortcuts();
  const isPlayer = usePlayer().kind === "player";
  useEffect(() => {
    if (isPlayer) preloadSendBet();
  }, [isPlayer]);
  return <BetPanel />;
}

/** A dialog that only players have. */
function forPlayer(Own: ComponentType<{ readonly address: string }>) {
  return function OwnDialog() {
    const player = usePlayer();
    return player.kind === "player" ? <Own address={player.address} /> : null;
  };
}
