import { expect, it } from "vitest";
import type { OwnLimits } from "../../../contract/own-limits/own-limits.ts";
import { lamports, ZERO } from "../../../domain/lamports.ts";
import { createTranslator } from "../../foundation/words/translate.ts";
import { limitNote } from "./limit-note.ts";
import { readTranslations } from "../../foundation/words/translations.ts";
import { betWords } from "./words.en.ts";

const SOL = 1_000_000_000n;
const none = { limit: null, used: ZERO, freesAt: null, pending: null };
const limits: OwnLimits = {
  stakeDay: none,
  stakeWeek: none,
  lossDay: {
    limit: lamports(SOL),
    used: lamports((SOL * 6n) / 10n),
    freesAt: new Date(Date.UTC(2026, 10, 24, 12)),
    pending: null,
  },
  lossWeek: none,
  reminder: { limit: null, pending: null },
  break: null,
};
const english = createTranslator("en", betWords.english);

it("BET-16 the slip names the limit, what is left and from when on there is more, in both languages", async () => {
  expect(limitNote(limits, lamports((SOL * 4n) / 10n), english)).toBeNull();
  const past = lamports(SOL / 2n);
  expect(limitNote(limits, past, english)).toMatch(
    /^Your own limit is 1 SOL lost in 24 hours: 0\.4 SOL are left\. More from Nov 24, 2026, .+\.$/,
  );
  const german = await readTranslations("de", []);
  const inGerman = createTranslator("de", german.parts["bets"] as typeof betWords.english, german.numbers);
  expect(limitNote(limits, past, inGerman)).toMatch(
    /^Deine eigene Grenze ist 1 SOL Verlust in 24 Stunden: 0,4 SOL sind übrig\. Mehr ab 24\.11\.2026/,
  );
  const resting = { ...limits, break: { kind: "cool_off" as const, until: new Date(0) } };
  expect(limitNote(resting, ZERO, english)).toContain("You are on a break until");
});
