import { LAMPORTS_PER_SOL } from "./lamports.ts";

/** The counts that achievements are based on, from settled races in real money only (rule TITLE-1). */
export interface PlayerRecord {
  readonly races: bigint;
  readonly wins: bigint;
  /** The longest streak so far, 0 to 4. */
  readonly bestStreak: bigint;
  /** Stakes in lamports. */
  readonly wagered: bigint;
  /** Wins of races that had a jackpot. */
  readonly jackpots: bigint;
  /** Players who named this player as their referrer. */
  readonly referrals: bigint;
}

/** An achievement, and the title that it earns permanently. */
export interface Achievement {
  /** The title's stable name. */
  readonly slug: string;
  /** How the title reads; a name, the same in every language. */
  readonly name: string;
  readonly counts: keyof PlayerRecord;
  /** Achieved when the count has reached it. */
  readonly goal: bigint;
}

/** Every achievement that earns a title, easier ones first (rule TITLE-2). A slug is never reused. */
export const achievements = [
  { slug: "first-win", name: "Maiden Breaker", counts: "wins", goal: 1n },
  { slug: "streak-3", name: "Trifecta", counts: "bestStreak", goal: 3n },
  { slug: "streak-4", name: "Superfecta", counts: "bestStreak", goal: 4n },
  { slug: "races-10", name: "Railbird", counts: "races", goal: 10n },
  { slug: "races-100", name: "Stable Regular", counts: "races", goal: 100n },
  { slug: "races-1000", name: "Turf Legend", counts: "races", goal: 1_000n },
  { slug: "wagered-10", name: "Punter", counts: "wagered", goal: 10n * LAMPORTS_PER_SOL },
  { slug: "wagered-100", name: "High Roller", counts: "wagered", goal: 100n * LAMPORTS_PER_SOL },
  { slug: "wagered-1000", name: "Whale", counts: "wagered", goal: 1_000n * LAMPORTS_PER_SOL },
  { slug: "jackpot", name: "Jackpot Winner", counts: "jackpots", goal: 1n },
  { slug: "referrals-5", name: "Ringmaster", counts: "referrals", goal: 5n },
] as const satisfies readonly Achievement[];

export type AchievementSlug = (typeof achievements)[number]["slug"];

/** The id of the title that an achievement earns. */
export const titleIdOf = ({ slug }: Pick<Achievement, "slug">): string => `title-${slug}`;

/** The achievements of a record. A record only grows, so an achievement is never lost (rules TITLE-1 and TITLE-2). */
export const achievementsOf = (record: PlayerRecord): readonly Achievement[] =>
  achievements.filter(({ counts, goal }) => record[counts] >= goal);
