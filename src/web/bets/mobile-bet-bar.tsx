import { parseSol } from "../../domain/sol-amount.ts";
import { useRace } from "../live/race-store.ts";
import { amountsHidden } from "../live/race-phase.ts";
import { BetAction } from "./bet-action.tsx";
import { BetStatus } from "./bet-status.tsx";
import { editAmount } from "./bet-amount.ts";
import { useIsAmountLocked, useShownAmount } from "./bet-panel.tsx";
import { typeAmount, useBetSlip } from "../live/bet-slip.ts";
import { projectBet } from "./projection.ts";
import { useWords } from "../words/use-words.ts";
import { betWords } from "./words.en.ts";

/** Amount and button, within the thumb's reach on a phone. */
export function MobileBetBar() {
  const amount = useShownAmount();
  const locked = useIsAmountLocked();
  const { t, typed } = useWords(betWords);
  return (
    <section aria-label={t("bet")} className="px-3 pt-2.5">
      <div className="mb-2.5 empty:hidden">
        <BetStatus />
      </div>
      <div className="flex gap-2">
        <label className="flex min-h-[54px] w-[44%] items-center rounded-m border border-control bg-bg px-3 focus-within:border-accent">
          <span className="sr-only">{t("amountInSol")}</span>
          <input
            inputMode="decimal"
            autoComplete="off"
            value={typed(amount)}
            disabled={locked}
            onChange={(event) => typeAmount(editAmount(amount, event.target.value))}
            className="figure w-full min-w-0 bg-transparent text-lg outline-none disabled:opacity-70"
          />
          <span aria-hidden className="text-sm font-bold text-muted">
            SOL
          </span>
        </label>
        <BetAction
          className="min-w-0 flex-1 px-2! text-base! leading-tight whitespace-normal!"
          betLabel={useBetLabel(amount)}
        />
      </div>
    </section>
  );
}

/** "Bet 4 · wins 1.24" as soon as that can be said. */
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
