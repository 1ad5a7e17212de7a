import { openDialog } from "../lib/dialogs.ts";
import { usePlayer } from "../lib/player.ts";
import { useRuntime } from "../lib/runtime.ts";
import { Button } from "../ui/button.tsx";
import { phaseOf } from "../live/race-phase.ts";
import { useRace } from "../live/race-store.ts";
import { betButton } from "./bet-button.ts";
import { useBetSlip } from "../live/bet-slip.ts";
import { usePlaceBet } from "./use-place-bet.ts";
import { useWords } from "../words/use-words.ts";
import { betWords } from "./words.en.ts";

interface BetActionProps {
  readonly className?: string;
  /** The label of the button in place of "Place Bet". */
  readonly betLabel?: string;
}

/** The one button that takes a visitor to a bet, whatever is missing on the way. */
export function BetAction({ className, betLabel }: BetActionProps) {
  const player = usePlayer();
  const phase = useRace((state) => phaseOf(state).kind);
  const yourBet = useRace((state) => state.yourBet);
  const step = useBetSlip((slip) => slip.step);
  const maintenance = useRuntime()?.maintenance ?? false;
  const inBet = useWords(betWords);
  const { place, lookAgain } = usePlaceBet();
  const { label, action } = betButton({ player, phase, step, yourBet, maintenance }, inBet);

  const press = () => {
    switch (action) {
      case "connect":
        return openDialog("connect");
      case "create profile":
        return openDialog("profile");
      case "ask again":
        return player.kind === "unknown" ? player.retry() : undefined;
      case "bet":
        return place();
      case "look again":
        return lookAgain();
      case null:
        return undefined;
    }
  };
  return (
    <Button
      look="primary"
      disabled={action === null}
      onClick={press}
      className={`${className ?? ""} ${yourBet === null ? "" : "disabled:opacity-100 disabled:saturate-100"}`}
      data-bet-action={action ?? "none"}
      data-early={action === "connect" ? "connect" : undefined}
    >
      {action === "bet" && betLabel !== undefined ? betLabel : label}
    </Button>
  );
}
