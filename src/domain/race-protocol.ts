import type { RaceSettings } from "./race-settings.ts";

/**
 * How newly created races are proven. 1: the beacon's slot is announced at the close. 2: a memo locks the bets at the
 * close, and where it lands decides the slot. 3: the commitment names the rule log's head too.
 */
export const PROTOCOL = 3;

/**
 * Whether a memo locks the bets of such a race on the chain when betting closes (rule FAIR-16). Races of the first
 * protocol and play-money races have none.
 */
export const locksBets = ({ ledger, protocol }: Pick<RaceSettings, "ledger" | "protocol">): boolean =>
  ledger === "real" && protocol >= 2;

/** Whether the commitment of such a race names the head of the rule log (rule RULELOG-4). */
export const namesRules = ({ protocol }: Pick<RaceSettings, "protocol">): boolean => protocol >= 3;
