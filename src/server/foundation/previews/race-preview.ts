import { raceLabel } from "../../../domain/race-label.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import type { Theme } from "../../../domain/theme.ts";
import type { Race } from "../../../contract/races/race-shape.ts";
import { pagePaths, previewPaths } from "../../../contract/pages.ts";
import type { Card, Runner } from "./card.ts";
import { drawableText } from "./drawable-text.ts";

/** A preview without its picture: what the picture is drawn from, instead. */
export interface PreviewText {
  readonly path: string;
  readonly picturePath: string;
  readonly title: string;
  readonly description: string;
  readonly isFinal: boolean;
  readonly card: Card;
}

export interface PreviewSetting {
  readonly theme: Theme;
  readonly isLocal: boolean;
  /** Where the page is, without a scheme. */
  readonly host: string;
}

/** A race as its link is shown elsewhere: with what every visitor may see at this moment (rule SHARE-1). */
export function racePreview(race: Race, { theme, isLocal, host }: PreviewSetting): PreviewText {
  const { id, totalPool, testing, startsAt, created_at, status } = race;
  const name = `Race ${raceLabel(id)}`;
  const path = pagePaths.replay.replace(":id", id);
  const moneyNote = testing ? "Play money" : isLocal ? "Local, no value" : "";
  const pool = { value: formatSol(totalPool, 4), unit: testing ? "" : "SOL" };
  const { heading, title, sentence, isFinal, ...body } = stateOf(race, name, pool);
  return {
    path,
    picturePath: `${previewPaths.replay}${id}.png`,
    title,
    description: [sentence, moneyNote && `${moneyNote}.`].filter((part) => part !== "").join(" "),
    isFinal,
    card: {
      theme,
      context: `${name} · ${typeNames[race.race_type]} · ${minuteOf(startsAt ?? created_at)}`,
      heading,
      sentence: status === "refunded" ? sentence : "",
      moneyNote,
      link: `${host}${path}`,
      ...body,
    },
  };
}

const typeNames: Readonly<Record<Race["race_type"], string>> = {
  classic: "Classic",
  sprint: "Sprint",
  endurance: "Endurance",
};

type Pool = Pick<Card["figures"][number], "value" | "unit">;

type Shown = Pick<PreviewText, "title" | "isFinal"> &
  Pick<Card, "heading" | "sentence" | "silk" | "figures" | "runners" | "isFinished">;

function stateOf(race: Race, name: string, pool: Pool): Shown {
  const { status, winning_horse: winner, places, horses } = race;
  const poolText = `${pool.value}${pool.unit && ` ${pool.unit}`}`;
  if (status === "refunded")
    return {
      title: `${name} was refunded`,
      heading: "Refunded",
      sentence: "All stakes went back.",
      isFinal: true,
      ...unplaced(race),
      figures: [],
    };
  if (status !== "completed" || winner === null || places === null) {
    const heading = beforeTheEnd(race);
    return {
      title: `${name}: ${heading}`,
      heading,
      sentence: `Not over yet. Pool so far ${poolText}.`,
      isFinal: false,
      ...unplaced(race),
      figures: [
        { label: "Pool so far", ...pool },
        { label: "Bets", value: String(race.betCount), unit: "" },
      ],
    };
  }
  const odds = horses.find(({ id }) => id === winner.id)?.odds ?? null;
  const pays = odds === null ? [] : [{ label: "Pays", value: `\u00d7${odds.toFixed(2)}`, unit: "" }];
  return {
    title: `${name}: ${winner.name} wins`,
    heading: drawableText(winner.name) ?? `Horse ${winner.number}`,
    sentence: [...pays.map(({ value }) => `Pays ${value}.`), `Pool ${poolText}. Watch it again.`].join(" "),
    isFinal: true,
    silk: runnerOf(winner),
    figures: [...pays, { label: "Pool", ...pool }],
    runners: places.flatMap((place) => horses.filter(({ number }) => number === place).map(runnerOf)),
    isFinished: true,
  };
}

const unplaced = ({ horses }: Race) => ({ silk: null, runners: horses.map(runnerOf), isFinished: false });

const runnerOf = ({ number, color }: Runner): Runner => ({ number, color });

/** Nobody is told the winner by a preview before the result is settled. */
function beforeTheEnd({ status, bettingOpensAt, countdownEndsAt, startsAt, serverNow }: Race): string {
  if (status === "countdown" && countdownEndsAt !== null)
    return `Betting closes at ${countdownEndsAt.toISOString().slice(11, 19)} UTC`;
  if (status === "active" || status === "completed")
    return startsAt !== null && serverNow >= startsAt ? "They\u2019re off" : "Betting is closed";
  return bettingOpensAt === null ? "Betting opens soon" : "Betting is open";
}

const minutes = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
const minuteOf = (at: Date): string => `${minutes.format(at)} UTC`;
