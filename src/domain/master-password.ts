const SHORTEST = 16;
/** Longer passwords are refused: Argon2 would take long over them. */
export const LONGEST_MASTER_PASSWORD = 256;

/**
 * The requirements of a master password, checked one by one, so that the person choosing it learns what is missing
 * (rule MONEY-17). An accented letter counts as a letter; white space is not a special character.
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
