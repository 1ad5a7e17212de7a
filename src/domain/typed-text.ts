import { usernameSkeleton } from "./username.ts";

/** Emoji as keyboards produce them: some are joined by characters that are invisible on their own. */
const EMOJI = /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*/gu;

/** Control characters other than line breaks, marks of writing direction, tags, and whatever else is not drawn. */
const INVISIBLE = /[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u115F\u1160\u3164\uFFA0\u2800]/u;

/** Whether a text holds characters that nobody can see, emoji aside (rule FORMS-2). */
export const hasInvisible = (text: string): boolean => INVISIBLE.test(text.replaceAll(EMOJI, ""));

/** Whether a text shows nothing: blanks, or marks without a letter that they belong to (rule FORMS-2). */
export const isBlank = (text: string): boolean => /^[\s\p{M}\p{C}\u2800]*$/u.test(text.normalize("NFKC"));

/** A name as it is stored: NFKC, trimmed, single blanks (rule FORMS-2). */
export const nameOf = (typed: string): string => typed.normalize("NFKC").replaceAll(/\s+/g, " ").trim();

/** Cyrillic and Greek letters in lower case, and the Latin letter or digit that each is drawn like. */
const CONFUSED = "авезіјкмнорсѕтухԁαβεηικμνορτυχω";
const LATIN = "abe3ijkmhopcstyxdabenikmvoptuxw";

/**
 * What names that people confuse have in common: letter case, accents, blanks and punctuation make no difference, nor
 * do look-alikes within Latin, Cyrillic and Greek (rule FORMS-3). Names without any letter or digit are compared as
 * they are.
 */
export function nameSkeleton(name: string): string {
  const letters = nameOf(name)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll(/[\u0370-\u052F]/g, (letter) => LATIN[CONFUSED.indexOf(letter)] ?? letter);
  return letters === "" ? nameOf(name) : usernameSkeleton(letters);
}

/** Whether a name reads like one of these (rule FORMS-3). */
export function isTaken(name: string, taken: readonly { readonly name: string }[]): boolean {
  const skeleton = nameSkeleton(name);
  return taken.some((one) => nameSkeleton(one.name) === skeleton);
}
