import { stakeSources } from "../../../contract/bets/stake-source.ts";
import { useBalance } from "../../foundation/lib/balance.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { classNames } from "../../foundation/ui/class-names.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { useIsAmountLocked } from "./slip-amount.ts";
import { chooseStakeSource, useStakeSource } from "./stake-source.ts";
import { betWords } from "./words.en.ts";

/**
 * Wallet or balance, with what each can stake, to the last digit (rule BET-24). Play money comes from neither.
 */
export function StakeSourceChoice() {
  const player = usePlayer();
  const balance = useBalance(player.kind === "player" ? player.address : null);
  const isTesting = useRace((state) => state.race?.testing ?? false);
  const source = useStakeSource((state) => state.source);
  const locked = useIsAmountLocked();
  const { t, sol } = useWords(betWords);
  if (player.kind !== "player" || isTesting) return null;
  const balances = { wallet: balance?.wallet ?? null, balance: balance?.server ?? null };
  return (
    <fieldset disabled={locked} className="grid min-w-0 grid-cols-2 gap-2.5">
      <legend className="sr-only">{t("stakeFrom")}</legend>
      {stakeSources.map((one) => {
        const amount = balances[one];
        const name = t(one === "wallet" ? "fromWallet" : "fromBalance");
        const figure = amount === null ? "–" : sol(amount, 4);
        return (
          <label
            key={one}
            className={classNames(
              "flex min-h-11 min-w-0 cursor-pointer flex-wrap items-center justify-between gap-x-2 rounded-m border px-3 py-1 text-sm transition duration-(--hover-ms) has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:cursor-default has-disabled:opacity-55",
              one === source
                ? "border-accent bg-selected text-bright"
                : "border-control bg-raised/80 hover:border-accent",
            )}
          >
            <input
              type="radio"
              name="stake-source"
              value={one}
              checked={one === source}
              aria-label={`${name} ${figure}`}
              onChange={() => chooseStakeSource(one)}
              className="sr-only"
            />
            <span className="font-bold">{name}</span>
            <span translate="no" className="figure whitespace-nowrap">
              {figure}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
