import type { chatWords } from "./words.en.ts";

/** The fifteen emojis of the picker, each with the key of the text that names it. */
export const emojis = [
  ["🏇", "emojiRace"],
  ["🐎", "emojiHorse"],
  ["🏆", "emojiTrophy"],
  ["🔥", "emojiFire"],
  ["🍀", "emojiClover"],
  ["💰", "emojiMoney"],
  ["🚀", "emojiRocket"],
  ["😂", "emojiLaughing"],
  ["😭", "emojiCrying"],
  ["👏", "emojiClapping"],
  ["🙏", "emojiPlease"],
  ["💎", "emojiGem"],
  ["⚡", "emojiLightning"],
  ["🎉", "emojiParty"],
  ["😱", "emojiScream"],
] as const satisfies readonly (readonly [emoji: string, name: keyof typeof chatWords.english])[];
