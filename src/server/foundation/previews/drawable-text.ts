/** What the Latin files of the fonts have letters for, without characters that nobody sees. */
const DRAWABLE =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff\u0131\u0152\u0153\u2009\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2122\u2212]+$/;

/** The text as a picture can show it; null if the fonts lack any of its letters (rule SHARE-3). */
export function drawableText(text: string): string | null {
  const composed = text.normalize("NFC");
  return DRAWABLE.test(composed) ? composed : null;
}
