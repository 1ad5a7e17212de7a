import { openPlayerCard } from "../../../foundation/lib/dialogs.ts";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { Silk } from "../../../foundation/ui/silk.tsx";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { ShownAmount, ShownBet } from "./shown-bets.ts";
import { liveBetWords } from "./words.en.ts";

/** What stands in place of what a player hides. */
const HIDDEN = "***";

/** One bet on one line: horse, player, stake and, if it won, what it was paid. */
export function BetRow({
  bet: { horse, stake, payout, isOwn, hasWon, ...bettor },
}: {
  readonly bet: ShownBet;
}) {
  const { t, sol } = useWords(liveBetWords);
  // Between the finish and the settlement a winner is known, and not yet what was paid.
  const isPaid = hasWon && payout !== null;
  const text = (amount: ShownAmount) =>
    amount === null ? "–" : amount === "hidden" ? HIDDEN : sol(amount, 4);
  return (
    <li
      data-own={isOwn ? "" : undefined}
      data-won={hasWon ? "" : undefined}
      className="relative flex min-h-9 items-center gap-2.5 border-t border-hair px-4 text-sm first:border-t-0 data-own:shadow-[inset_3px_0_0_var(--accent)] data-won:bg-selected"
    >
      {horse === null ? (
        <span aria-hidden className="grid size-6 shrink-0 place-items-center text-muted">
          –
        </span>
      ) : (
        <Silk number={horse.number} color={horse.color} size={24} />
      )}
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <Name bettor={bettor} isOwn={isOwn} />
        {isOwn && <Tag tone="good">{t("you")}</Tag>}
      </span>
      <span
        translate="no"
        className={hasWon ? "sr-only" : "min-w-0 truncate text-xs text-muted max-tablet:sr-only"}
      >
        {horse?.name}
      </span>
      {isPaid && <span className="text-xs text-good">{t("won")}</span>}
      <span
        translate="no"
        className={classNames("min-w-14 shrink-0 text-right font-bold", isPaid && "text-good")}
      >
        {text(isPaid ? payout : stake)}
      </span>
    </li>
  );
}

interface NameProps {
  readonly bettor: Pick<ShownBet, "name" | "wallet">;
  readonly isOwn: boolean;
}

/** Leads to the player's card, unless the player hides figures; the whole row can be pressed. */
function Name({ bettor: { name, wallet }, isOwn }: NameProps) {
  if (wallet === null) return isOwn ? null : <b>{HIDDEN}</b>;
  const label = name ?? `${wallet.slice(0, 4)}…${wallet.slice(-4)}`;
  return (
    <button
      type="button"
      tabIndex={-1}
      translate="no"
      onClick={() => openPlayerCard({ wallet, name: label })}
      className="truncate font-bold after:absolute after:inset-0 hover:text-bright focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {label}
    </button>
  );
}
