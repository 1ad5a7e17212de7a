import { parseSol } from "../../../domain/sol-amount.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { amountsHidden } from "../../foundation/live/race-phase.ts";
import { BetAction } from "./bet-action.tsx";
import { BetStatus } from "./bet-status.tsx";
import { AmountField, SolUnit } from "../../foundation/ui/amount-field.tsx";
import { useIsAmountLocked } from "./slip-amount.ts";
import { typeAmount, useBetSlip } from "../../foundation/live/bet-slip.ts";
import { projectBet } from "../../foundation/live/projection.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { betWords } from "./words.en.ts";

/** Amount and button, within the thumb's reach on a phone. */
export function MobileBetBar() {
  const amount = useBetSlip((slip) => slip.amount);
  const locked = useIsAmountLocked();
  const { t } = useWords(betWords);
  return (
    <section aria-label={t("bet")} className="px-3 pt-2.5">
      <div className="mb-2.5 empty:hidden">
        <BetStatus />
      </div>
      <div className="flex gap-2">
        <AmountField
          label={t("amountInSol")}
          value={amount}
          onChange={typeAmount}
          disabled={locked}
          className="min-h-[54px] w-[44%] bg-bg px-3"
        >
          <SolUnit className="text-sm" />
        </AmountField>
        <BetAction className="flex-1 px-2! text-base! leading-tight" betLabel={useBetLabel(amount)} />
      </div>
    </section>
  );
}

/** "Bet 4 · wins 1.24" as soon as that is known. */
function useBetLabel(amount: string): string {
  const horseId = useBetSlip((slip) => slip.horseId);
  const race = useRace((state) => state.race);
  const hidden = useRace(amountsHidden);
  const horse = race?.horses.find(({ id }) => id === horseId);
  const { t, sol } = useWords(betWords);
  const stake = parseSol(amount);
  if (race === null || horse === undefined || !stake.ok) return t("placeBet");
  const projection = hidden ? null : projectBet(race, horse.id, stake.value);
  return projection === null
    ? t("betOn", { number: horse.number })
    : t("betWins", { number: horse.number, amount: sol(projection.payout, 2) });
}
