import { openDialog } from "../../foundation/lib/dialogs.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { useRace } from "../../foundation/live/race-store.ts";
import { useBetButton } from "./use-bet-button.ts";
import { usePlaceBet } from "./use-place-bet.ts";

interface BetActionProps {
  readonly className?: string;
  /** The label of the button in place of "Place Bet". */
  readonly betLabel?: string;
}

/** The one button that takes a visitor to a bet, whatever is missing on the way. */
export function BetAction({ className, betLabel }: BetActionProps) {
  const player = usePlayer();
  const hasBet = useRace((state) => state.yourBet !== null);
  const { place, lookAgain, goOn } = usePlaceBet();
  const { label, action } = useBetButton();

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
      case "go on":
        return goOn();
      case null:
        return undefined;
    }
  };
  return (
    <Button
      look="primary"
      disabled={action === null}
      onClick={press}
      className={`${className ?? ""} ${hasBet ? "disabled:opacity-100 disabled:saturate-100" : ""}`}
      data-bet-action={action ?? "none"}
      data-early={action === "connect" ? "connect" : undefined}
    >
      {action === "bet" && betLabel !== undefined ? betLabel : label}
    </Button>
  );
}
