import { readStored, writeStored } from "./storage.ts";

/** Where the referral code of a link is stored until a profile is created. */
const REFERRER = "referrer";
/** Longer than any username or address. */
const MAX_LENGTH = 64;

/**
 * Stores the code of a referral link until a profile is created; one that can belong to nobody is ignored.
 */
export function keepReferrer(code: string): void {
  if (isPossible(code)) writeStored(REFERRER, code);
}

/** Whose link brought the player here; null if nobody's. */
export function readReferrer(): string | null {
  const code = readStored(REFERRER);
  return code !== null && isPossible(code) ? code : null;
}

export const forgetReferrer = (): void => writeStored(REFERRER, null);

const isPossible = (code: string): boolean => code.trim() !== "" && code.length <= MAX_LENGTH;
