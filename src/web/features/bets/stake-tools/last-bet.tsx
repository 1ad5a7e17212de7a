import { RotateCcw } from "lucide-react";
import { useEffect } from "react";
import { create } from "zustand";
import type { OwnBet } from "../../../../contract/races/race-shape.ts";
import { formatSol } from "../../../../domain/sol-amount.ts";
import { pickHorse, typeAmount } from "../../../foundation/live/bet-slip.ts";
import { useRace } from "../../../foundation/live/race-store.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useBetButton } from "../use-bet-button.ts";
import { usePlaceBet } from "../use-place-bet.ts";
import { stakeToolsWords } from "./words.en.ts";

interface LastBet {
  readonly address: string;
  readonly bet: OwnBet;
}

const useLastBet = create<{ readonly last: LastBet | null }>(() => ({ last: null }));

/**
 * The player's last stake of this visit, to be filled in again, or bet again on the same horse where it runs in this
 * race too (rule BET-29).
 */
export function LastStake({ address }: { readonly address: string }) {
  const yourBet = useRace((state) => state.yourBet);
  useEffect(() => {
    if (yourBet !== null) useLastBet.setState({ last: { address, bet: yourBet } });
  }, [address, yourBet]);
  const last = useLastBet((state) => state.last);
  const horses = useRace((state) => state.race?.horses);
  const { action } = useBetButton();
  const { place } = usePlaceBet();
  const { t, sol } = useWords(stakeToolsWords);
  if (last === null || last.address !== address || action !== "bet") return null;
  const { bet_amount: stake, horse_id: horseId } = last.bet;
  const horse = horses?.find(({ id }) => id === horseId);
  const fill = () => typeAmount(formatSol(stake));
  const betAgain = () => {
    pickHorse(horseId);
    fill();
    place();
  };
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button className="flex-1" onClick={fill}>
        <RotateCcw aria-hidden size={16} />
        {t("lastStake", { amount: sol(stake) })}
      </Button>
      {horse !== undefined && (
        <Button className="flex-1" onClick={betAgain}>
          {t("again", { amount: sol(stake), number: horse.number })}
        </Button>
      )}
    </div>
  );
}
