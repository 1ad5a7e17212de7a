import type { Json } from "./browser-session.ts";

/** A player whose figures nobody else may see. */
export interface Hidden {
  /** Their wallet and name. */
  readonly names: readonly string[];
  readonly betIds: readonly string[];
  /** In lamports: what the player staked, won, was paid, or earned. */
  readonly figures: readonly bigint[];
}

/** Where figures appear without their player, so that everybody can check every sum. */
const books = [
  /\.settlement\.bets\.\d+\.(stake|payout|fee)$/,
  /\.lockedBets\.bets\.\d+\.stake$/,
  /\.settlement\.payouts\.\d+\.lamports$/,
  /\.bonus_award(s\.\d+)?\.amount$/,
];

/**
 * Where an answer or an event reveals to a stranger what a hidden player staked, won or earned: a figure outside of the
 * books, or the player's name or wallet in one object with a figure or with the id of a bet.
 */
export function figureLeaks(answer: Json, { names, betIds, figures }: Hidden, path = ""): string[] {
  if (typeof answer !== "object" || answer === null) return [];
  const isFigure = (value: unknown) =>
    figures.some((figure) => value === Number(figure) / 1e9 || value === String(figure));
  const isName = (value: unknown) => typeof value === "string" && names.some((name) => value.includes(name));
  const isBet = (value: unknown) => typeof value === "string" && betIds.some((id) => value.includes(id));
  const entries = Object.entries(answer as Readonly<Record<string, unknown>>);
  const isNamed = entries.some(([, value]) => isName(value));
  return entries.flatMap(([key, value]) => {
    const at = `${path}.${key}`;
    if (isFigure(value) && !books.some((place) => place.test(at))) return [`${at} is a figure of theirs`];
    if (isNamed && (isFigure(value) || isBet(value))) return [`${at} stands beside their name`];
    return figureLeaks(value, { names, betIds, figures }, at);
  });
}
