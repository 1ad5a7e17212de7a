import { ZERO } from "../../../domain/lamports.ts";
import { parseSol } from "../../../domain/sol-amount.ts";
import { payableFromWallet } from "../../../domain/wallet-funds.ts";
import { type DialogName, openDialog } from "../../foundation/lib/dialogs.ts";
import { useBalance } from "../../foundation/lib/balance.ts";
import { useOwnLimits } from "../../foundation/lib/own-limits.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { useRace } from "../../foundation/live/race-store.ts";
import { useBetSlip } from "../../foundation/live/bet-slip.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { limitNote } from "./limit-note.ts";
import { useStakeSource } from "./stake-source.ts";
import { betWords } from "./words.en.ts";

/**
 * Says before the bet that the funds for the stake are missing, and where to get them, or that the player's own limits
 * do not allow it (rule BET-25).
 */
export function FundsNote() {
  const player = usePlayer();
  const balance = useBalance(player.kind === "player" ? player.address : null);
  const hasBet = useRace((state) => state.yourBet !== null);
  const isTesting = useRace((state) => state.race?.testing ?? false);
  const stake = parseSol(useBetSlip(({ amount }) => amount));
  const runtime = useRuntime();
  const source = useStakeSource((state) => state.source);

  const limits = useOwnLimits(player.kind === "player" ? player.address : null).data;

  const inWords = useWords(betWords);
  const { t } = inWords;
  const limited =
    hasBet || limits === undefined
      ? null
      : limitNote(limits, stake.ok && !isTesting ? stake.value : ZERO, inWords);
  if (limited !== null) return <Note text={limited} remedy={null} />;
  if (balance === undefined || hasBet || isTesting || !stake.ok) return null;
  if (source === "balance") {
    if (balance.server >= stake.value) return null;
    return <Note text={t("balanceShort")} remedy={["deposit", t("deposit")]} />;
  }
  if (runtime === undefined || balance.wallet === null) return null;
  if (payableFromWallet(balance.wallet, runtime.priorityFeeCap) >= stake.value) return null;
  return (
    <Note
      text={t("fundsShort")}
      remedy={runtime.network === "localnet" ? ["faucet", t("getLocalSol")] : null}
    />
  );
}

interface NoteProps {
  readonly text: string;
  /** A dialog that helps, and its label. */
  readonly remedy: readonly [DialogName, string] | null;
}

function Note({ text, remedy }: NoteProps) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-3 rounded-m border border-accent/50 bg-selected px-3 py-1 text-sm">
      {text}
      {remedy !== null && (
        <button
          type="button"
          onClick={() => openDialog(remedy[0])}
          className="min-h-11 font-bold text-accent underline-offset-4 hover:underline"
        >
          {remedy[1]}
        </button>
      )}
    </p>
  );
}
