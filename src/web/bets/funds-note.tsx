import { parseSol } from "../../domain/sol-amount.ts";
import { openDialog } from "../lib/dialogs.ts";
import { useBalance } from "../lib/balance.ts";
import { usePlayer } from "../lib/player.ts";
import { useRuntime } from "../lib/runtime.ts";
import { useRace } from "../live/race-store.ts";
import { useBetSlip } from "../live/bet-slip.ts";
import { useWords } from "../words/use-words.ts";
import { betWords } from "./words.en.ts";

/** Says before the bet that the wallet does not hold the stake, and where to get it. */
export function FundsNote() {
  const player = usePlayer();
  const balance = useBalance(player.kind === "player" ? player.address : null);
  const hasBet = useRace((state) => state.yourBet !== null);
  const isTesting = useRace((state) => state.race?.testing ?? false);
  const stake = parseSol(useBetSlip(({ amount }) => amount));
  const isLocal = useRuntime()?.network === "localnet";

  const { t } = useWords(betWords);
  const onWallet = balance?.wallet ?? null;
  if (onWallet === null || hasBet || isTesting || !stake.ok || onWallet > stake.value) return null;
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-m border border-accent/50 bg-selected px-3 py-1 text-sm">
      {t("fundsShort")}
      {isLocal && (
        <button
          type="button"
          onClick={() => openDialog("faucet")}
          className="min-h-11 font-bold text-accent underline-offset-4 hover:underline"
        >
          {t("getLocalSol")}
        </button>
      )}
    </p>
  );
}
