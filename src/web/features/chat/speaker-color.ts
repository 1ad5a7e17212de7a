/** How many colours the theme has for names. */
const SPEAKER_COLORS = 6;

/**
 * The colour of a speaker's name, as a custom property of the theme: always the same for a wallet. It only helps the
 * eye; the name says who is who.
 */
export function speakerColor(wallet: string): string {
  let sum = 0;
  for (const character of wallet) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return `var(--speaker-${(sum % SPEAKER_COLORS) + 1})`;
}
