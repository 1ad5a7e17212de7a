import { ledgers } from "./ledger.ts";
import { type Lamports, lamports } from "./lamports.ts";
import { type RaceType, outcomeEntropies, raceTypes } from "./race-terms.ts";
import { type Result, ok, refuse } from "./result.ts";
import type { Settings } from "./settings.ts";

/** Version of the stored form. */
const VERSION = 1;

/** How one setting is stored with a race. */
interface Field<Value> {
  /** Undefined for anything that is not a value of this field. */
  readonly read: (stored: unknown) => Value | undefined;
  /** As a JSON value. */
  readonly store: (value: Value) => unknown;
}

const field = <Value>(read: Field<Value>["read"], store: Field<Value>["store"]): Field<Value> => ({
  read,
  store,
});

/** An integer from 0 up. */
const whole = field(
  (stored) =>
    typeof stored === "number" && Number.isSafeInteger(stored) && stored >= 0 ? stored : undefined,
  (value) => value,
);

/** Lamports, stored as decimal text. */
const amount = field<Lamports>(
  (stored) =>
    typeof stored === "string" && /^\d{1,19}$/.test(stored) ? lamports(BigInt(stored)) : undefined,
  String,
);

const truth = field(
  (stored) => (typeof stored === "boolean" ? stored : undefined),
  (value) => value,
);

const oneOf = <const Word extends string>(words: readonly Word[]): Field<Word> =>
  field(
    (stored) => words.find((word) => word === stored),
    (value) => value,
  );

/** Every setting that a race keeps. What it follows from is a line of `frozenFrom` (race-rules.ts). */
const fields = {
  raceType: oneOf(raceTypes),
  durationMs: whole,
  houseEdgeBps: whole,
  /** Number of distinct players with confirmed bets that starts the countdown. */
  minBets: whole,
  minBet: amount,
  maxBet: amount,
  countdownMs: whole,
  extendMs: whole,
  referralRateBps: whole,
  bonusFundShareBps: whole,
  superfectaBonus: amount,
  jackpot: amount,
  outcomeEntropy: oneOf(outcomeEntropies),
  ledger: oneOf(ledgers),
  /** Requested by an admin, who chose its terms: those do not follow from the settings. */
  special: truth,
};

/** The settings that a race keeps from its creation to its end (rule RACE-3). */
export type RaceSettings = {
  readonly [Name in keyof typeof fields]: (typeof fields)[Name] extends Field<infer Value> ? Value : never;
};

const names = Object.keys(fields) as (keyof RaceSettings)[];

/** What is decided for an ordinary race when it is created; the rest comes from the settings. */
interface OrdinaryRace {
  readonly raceType: RaceType;
}

/** A special race as an admin asks for it (rule RACE-4). */
export interface SpecialRace extends OrdinaryRace {
  readonly jackpot: Lamports;
  readonly houseEdgeBps: number;
  readonly minBets: number;
  readonly countdownMs: number;
}

/** Freezes the settings for a race that is created now (rules RACE-3 and BET-10). */
export function freezeRaceSettings(settings: Settings, chosen: OrdinaryRace | SpecialRace): RaceSettings {
  const special = "jackpot" in chosen;
  const terms = special
    ? chosen
    : {
        houseEdgeBps: settings.houseEdgeBps,
        minBets: settings.minBets,
        countdownMs: settings.countdownMs,
        jackpot: settings.jackpotPool,
      };
  return {
    raceType: chosen.raceType,
    durationMs: raceDurationMs(settings, chosen.raceType),
    houseEdgeBps: terms.houseEdgeBps,
    minBets: terms.minBets,
    minBet: settings.minBet,
    maxBet: settings.maxBet,
    countdownMs: terms.countdownMs,
    extendMs: settings.extendMs,
    referralRateBps: settings.referralRateBps,
    bonusFundShareBps: settings.bonusFundShareBps,
    superfectaBonus: settings.superfectaBonus,
    jackpot: terms.jackpot,
    outcomeEntropy: settings.outcomeEntropy,
    ledger: settings.testingMode && settings.network !== "mainnet-beta" ? "play" : "real",
    special,
  };
}

function raceDurationMs(settings: Settings, raceType: RaceType): number {
  switch (raceType) {
    case "classic":
      return settings.classicDurationMs;
    case "sprint":
      return settings.sprintDurationMs;
    case "endurance":
      return settings.enduranceDurationMs;
  }
}

/**
 * The type of the next race, drawn by weight among the types that are run.
 *
 * @param draw a random fraction in [0, 1).
 */
export function drawRaceType({ raceTypes: run, raceTypeWeights }: Settings, draw: number): RaceType {
  const total = run.reduce((sum, type) => sum + raceTypeWeights[type], 0);
  let left = draw * total;
  for (const type of run) {
    left -= raceTypeWeights[type];
    if (left < 0) return type;
  }
  throw new RangeError(`draw ${draw} of weight ${total}`);
}

/** The settings as in a race's row and in its `commit` entry: JSON, with the version of the form. */
export function storeRaceSettings(settings: RaceSettings): Readonly<Record<string, unknown>> {
  const stored = names.map((name) => [name, (fields[name] as Field<unknown>).store(settings[name])] as const);
  return { version: VERSION, ...Object.fromEntries(stored) };
}

/**
 * Reads the settings of a race. Throws for a row that lacks a field or holds something else in it, and for another
 * version than this program's: a race is not decided by unknown rules.
 */
export function loadRaceSettings(stored: unknown): RaceSettings {
  const row = Object(stored) as Readonly<Record<string, unknown>>;
  if (row["version"] !== VERSION) {
    throw new Error(
      `race settings of version ${JSON.stringify(row["version"])}, this program knows ${VERSION}`,
    );
  }
  return Object.fromEntries(names.map((name) => [name, readField(name, row[name])])) as RaceSettings;
}

/**
 * The stored settings without the jackpot, in their documented order: those that follow from the rules alone, as a
 * `commit` entry has them. Null where one is missing or holds something else.
 */
export function readStoredTerms(
  stored: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | number | boolean>> | null {
  const terms = names.filter((name) => name !== "jackpot");
  if (stored["version"] !== VERSION) return null;
  if (terms.some((name) => (fields[name] as Field<unknown>).read(stored[name]) === undefined)) return null;
  return { version: VERSION, ...Object.fromEntries(terms.map((name) => [name, stored[name] as string])) };
}

function readField(name: keyof RaceSettings, stored: unknown): unknown {
  const value = (fields[name] as Field<unknown>).read(stored);
  if (value === undefined) throw new Error(`race setting ${name} holds ${JSON.stringify(stored)}`);
  return value;
}

/** Whether a memo locks the bets of such a race when betting closes (rule FAIR-16): of play money there are no memos. */
export const locksBets = ({ ledger }: Pick<RaceSettings, "ledger">): boolean => ledger === "real";

/** The terms that a special race is requested with unless others are chosen (rule LIMITS-9). */
export const specialRaceDefaults: SpecialRace = {
  raceType: "classic",
  houseEdgeBps: 0,
  jackpot: lamports(1_000_000_000n),
  minBets: 2,
  countdownMs: 30_000,
};

/** Checks a special race: edge 0 to 100 % in steps of 0.1, at least 1 player and 10 s of countdown (rule LIMITS-9). */
export function checkSpecialRace(race: SpecialRace): Result<SpecialRace, "INVALID_INPUT"> {
  const wrong = (field: string) => refuse("INVALID_INPUT", { field });
  if (!raceTypes.includes(race.raceType)) return wrong("raceType");
  if (!isWhole(race.houseEdgeBps / 10, 0, 1000)) return wrong("houseEdge");
  if (race.jackpot < 0n) return wrong("jackpotAmount");
  if (!isWhole(race.minBets, 1, 1000)) return wrong("minBets");
  if (!isWhole(race.countdownMs / 1000, 10, 3600)) return wrong("countdownSeconds");
  return ok(race);
}

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;
