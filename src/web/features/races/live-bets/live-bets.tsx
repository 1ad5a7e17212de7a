import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { Tag } from "../../../foundation/ui/tag.tsx";
import { amountsHidden, phaseOf } from "../../../foundation/live/race-phase.ts";
import { useRace } from "../../../foundation/live/race-store.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { BetRow } from "./bet-row.tsx";
import { shownBets, type ShownBet, shownWinner } from "./shown-bets.ts";
import { liveBetWords } from "./words.en.ts";

/**
 * Who bets on what in the open race, as the bets come in (rule PAGE-9). Its height does not depend on how many there
 * are, and nothing is announced to screen readers, which read the list when they are moved to it.
 */
export function LiveBets() {
  const [isOpen, setOpen] = useState(true);
  const { t } = useWords(liveBetWords);
  const headingId = useId();
  const listId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className={classNames("panel flex min-w-0 shrink-0 flex-col overflow-hidden", isOpen && "h-80")}
    >
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 px-4">
        <h2 id={headingId} className="text-lg">
          {t("liveBets")}
        </h2>
        <Remark />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-label={t(isOpen ? "hideBets" : "showBets")}
          onClick={() => setOpen(!isOpen)}
          className="-mr-3 grid size-11 place-items-center rounded-m text-muted focus-visible:-outline-offset-2 tablet:hidden"
        >
          <span aria-hidden translate="no" className="text-xl">
            {isOpen ? "−" : "+"}
          </span>
        </button>
      </header>
      <div id={listId} hidden={!isOpen} className="min-h-0 flex-1 border-t border-divider">
        <BetList />
      </div>
    </section>
  );
}

/** How many bets there are, in which money. */
function Remark() {
  const hidden = useRace(amountsHidden);
  const count = useRace((state) => state.race?.betCount ?? null);
  const isPlay = useRace((state) => state.race?.testing === true);
  const { t } = useWords(liveBetWords);
  return (
    <div className="ml-auto flex items-center gap-2 text-right text-sm text-muted">
      {isPlay && <Tag>{t("playMoney")}</Tag>}
      {count !== null && (
        <span translate="no">{hidden ? t("amountsHidden") : t("betsInSol", { count })}</span>
      )}
    </div>
  );
}

function BetList() {
  const isLoading = useRace((state) => phaseOf(state).kind === "loading");
  const bets = useShownBets();
  const { t } = useWords(liveBetWords);
  if (isLoading) return <Skeleton className="m-4 h-32" />;
  if (bets.length === 0) return <p className="p-4 text-muted">{t("noBets")}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move the focus from player to player; each is a button
    <ol
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- one stop of the Tab key instead of thirty
      tabIndex={0}
      aria-label={t("latestBets")}
      onKeyDown={moveFocus}
      className="h-full overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      {bets.map((bet) => (
        <BetRow key={bet.id} bet={bet} />
      ))}
    </ol>
  );
}

/** The arrows, Home and End lead from player to player. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const players = Array.from(event.currentTarget.querySelectorAll("button"));
  const at = players.findIndex((player) => player === document.activeElement);
  const next = { ArrowUp: Math.max(0, at - 1), ArrowDown: at + 1, Home: 0, End: players.length - 1 }[
    event.key
  ];
  if (next === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  players[next]?.focus();
}

function useShownBets(): readonly ShownBet[] {
  const race = useRace((state) => state.race);
  const yourBet = useRace((state) => state.yourBet);
  const areHidden = useRace(amountsHidden);
  const winner = useRace(shownWinner);
  return useMemo(
    () => (race === null ? [] : shownBets({ race, yourBet, areHidden, winner })),
    [race, yourBet, areHidden, winner],
  );
}
