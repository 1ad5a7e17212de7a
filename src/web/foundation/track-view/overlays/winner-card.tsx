import { Trophy } from "lucide-react";
import type { ReactNode } from "react";
import { raceLabel } from "../../../../domain/race-label.ts";
import type { RaceResult } from "../../live/race-result.ts";
import { marginText, outcomeFor, wonText } from "../../live/race-outcome.ts";
import { Silk } from "../../ui/silk.tsx";
import { useWords } from "../../words/use-words.ts";
import { liveWords } from "../../live/words.en.ts";
import { trackViewWords } from "../words.en.ts";

interface WinnerCardProps {
  readonly result: RaceResult;
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** Who won, what it pays, and what that means for the player. Shown for ten seconds. */
export function WinnerCard({ result, children }: WinnerCardProps) {
  const { race, yourBet } = result;
  const inRace = useWords(liveWords);
  const { t, rich, sol, odds } = useWords(trackViewWords);
  const outcome = outcomeFor(result);
  const { winner, lead, stakesReturned, multiplier, winningBets } = outcome;
  if (winner === null) return null;
  const won = wonText(outcome, inRace);
  return (
    <div className="absolute inset-0 grid place-items-center bg-black/35 p-4">
      <div
        data-testid="winner"
        className="flex w-full max-w-[390px] flex-col items-center rounded-l border border-accent bg-veil px-6 py-5 max-tablet:py-3 text-center text-white overlay-enter"
      >
        {race.isSpecial && (
          <p className="flex items-center gap-2 font-bold text-bright">
            <Trophy aria-hidden size={18} />
            {t("specialRace")}
          </p>
        )}
        <p className="text-sm text-muted">
          {inRace.t("raceNumber", { race: raceLabel(race.id) })} · {marginText(lead, inRace)}
        </p>
        {/* A phone's track is not tall. */}
        <span className="max-tablet:[&>svg]:size-14">
          <Silk number={winner.number} color={winner.color} size={76} />
        </span>
        <p translate="no" className="figure mt-1 text-2xl leading-tight max-tablet:mt-0 max-tablet:text-xl">
          {winner.name}
        </p>
        <p className="mt-1 text-sm text-balance text-muted">
          {stakesReturned ? (
            t("nobodyOnWinner")
          ) : (
            <>
              {rich("pays", { odds: <strong className="text-bright">{odds(multiplier)}</strong> })}
              {winningBets !== null && ` · ${t("winningBets", { count: winningBets })}`}
            </>
          )}
        </p>
        {yourBet !== null && (
          <dl className="mt-4 flex gap-8 max-tablet:mt-2">
            <Sum name={t("yourBet")} value={sol(yourBet.bet_amount, 4)} />
            <Sum name={won.name} value={won.text} good={won.good} />
          </dl>
        )}
        {race.bonus_award !== null && (
          <p className="mt-3 text-sm text-bright">
            {t("bonusTo", {
              amount: sol(race.bonus_award.amount, 4),
              name: race.bonus_award.username ?? "***",
            })}
          </p>
        )}
        {children}
      </div>
    </div>
  );
}

interface SumProps {
  readonly name: string;
  readonly value: string;
  readonly good?: boolean;
}

function Sum({ name, value, good = false }: SumProps) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd translate="no" className={`figure text-xl ${good ? "text-good" : ""}`}>
        {value}
      </dd>
    </div>
  );
}
