import { useCallback } from "react";
import { formatSol } from "../../../domain/sol-amount.ts";
import { openDialog } from "../../foundation/lib/dialogs.ts";
import { useKeys } from "../../foundation/lib/keys.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { horseInputId, pickHorse, typeAmount } from "../../foundation/live/bet-slip.ts";
import { useCanPick } from "../../foundation/live/can-pick.ts";
import { currentRace } from "../../foundation/live/race-store.ts";
import { usePresets } from "./presets.ts";
import { shortcutOf, type Shortcut } from "./shortcut-keys.ts";
import { chooseStakeSource, otherSource, useStakeSource } from "./stake-source.ts";
import { useBetButton } from "./use-bet-button.ts";
import { usePlaceBet } from "./use-place-bet.ts";

/** The race page's keys: 1 to 6, B, S, Q W E R, and Enter, which places a bet only where the button would. */
export function useBetShortcuts(): void {
  const player = usePlayer();
  const presets = usePresets(player.kind === "player" ? player.address : null);
  const canPick = useCanPick();
  const { action } = useBetButton();
  const { place } = usePlaceBet();

  const run = useCallback(
    (shortcut: Shortcut) => {
      switch (shortcut.kind) {
        case "horse": {
          const horse = currentRace().race?.horses.find(({ number }) => number === shortcut.number);
          if (!canPick || horse === undefined) return;
          pickHorse(horse.id);
          // Enter then places the bet instead of pressing the focused element.
          document.getElementById(horseInputId(horse.id))?.focus({ preventScroll: true });
          return;
        }
        case "preset": {
          const preset = presets[shortcut.index];
          if (canPick && preset !== undefined) typeAmount(formatSol(preset));
          return;
        }
        case "amount": {
          document.getElementById("bet-amount")?.focus();
          return;
        }
        case "source": {
          if (canPick) chooseStakeSource(otherSource(useStakeSource.getState().source));
          return;
        }
        case "bet": {
          if (action === "bet") place();
          return;
        }
        case "help": {
          openDialog("help");
          return;
        }
      }
    },
    [action, canPick, place, presets],
  );
  useKeys(
    useCallback(
      (key: string) => {
        const shortcut = shortcutOf(key);
        if (shortcut !== null) run(shortcut);
        return shortcut !== null;
      },
      [run],
    ),
  );
}
