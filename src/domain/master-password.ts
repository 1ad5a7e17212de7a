const SHORTEST = 16;
/** Longer ones are not looked at: Argon2 would take its time over them. */
export const LONGEST_MASTER_PASSWORD = 256;

/**
 * What a master password has to have, each by itself, so that who chooses one is told what is missing (rule MONEY-17). A
 * letter with a mark counts as a letter; white space is no special character.
 */
export const masterPasswordRules = {
  length: (password: string) => password.length >= SHORTEST,
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\d/.test(password),
  special: (password: string) => /[^\p{L}\d\s]/u.test(password),
} as const satisfies Readonly<Record<string, (password: string) => boolean>>;

/** At least 16 characters with upper case, lower case, digits and special characters. */
export const isStrongPassword = (password: string): boolean =>
  Object.values(masterPasswordRules).every((isMet) => isMet(password));
