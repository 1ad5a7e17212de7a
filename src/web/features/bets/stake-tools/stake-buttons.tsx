import { type Lamports, ZERO } from "../../../../domain/lamports.ts";
import { formatSol, parseSol } from "../../../../domain/sol-amount.ts";
import { payableFromWallet } from "../../../../domain/wallet-funds.ts";
import { useBalance } from "../../../foundation/lib/balance.ts";
import { useRuntime } from "../../../foundation/lib/runtime.ts";
import { typeAmount, useBetSlip } from "../../../foundation/live/bet-slip.ts";
import { useRace } from "../../../foundation/live/race-store.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useIsAmountLocked } from "../slip-amount.ts";
import { useStakeSource } from "../stake-source.ts";
import { doubleOf, halfOf, mostOf } from "./stake-steps.ts";
import { stakeToolsWords } from "./words.en.ts";

/** Half, double and the most, in the amount's field (rule BET-29). */
export function StakeButtons({ address }: { readonly address: string }) {
  const race = useRace((state) => state.race);
  const stake = parseSol(useBetSlip(({ amount }) => amount));
  const isLocked = useIsAmountLocked();
  const funds = useFunds(address, race?.testing ?? false);
  const { t } = useWords(stakeToolsWords);
  if (race === null) return null;
  const most = mostOf(race, funds);
  const typed = stake.ok ? stake.value : ZERO;
  const fill = (amount: Lamports) => typeAmount(formatSol(amount));
  const buttons = [
    { label: "½", name: t("half"), press: () => fill(halfOf(typed, race)) },
    { label: "2×", name: t("double"), press: () => fill(doubleOf(typed, most)) },
    { label: t("max"), name: t("maxAbout"), press: () => fill(most) },
  ];
  return (
    <span className="-mr-2 flex">
      {buttons.map(({ label, name, press }) => (
        <button
          key={name}
          type="button"
          title={name}
          aria-label={`${label}: ${name}`}
          disabled={isLocked}
          onClick={press}
          className="min-h-11 min-w-11 px-1 text-sm font-bold text-accent hover:text-bright disabled:opacity-55"
        >
          {label}
        </button>
      ))}
    </span>
  );
}

/** What the player holds where the stake comes from; null while that is unknown, or for play money. */
function useFunds(address: string, isTesting: boolean): Lamports | null {
  const balance = useBalance(address);
  const cap = useRuntime()?.priorityFeeCap;
  const source = useStakeSource((state) => state.source);
  if (balance === undefined || isTesting) return null;
  if (source === "balance") return balance.server;
  return balance.wallet === null || cap === undefined ? null : payableFromWallet(balance.wallet, cap);
}
