import { placingWords } from "../features/bets/placing/words.en.ts";
import { translatorFor } from "../foundation/words/translate.ts";
import type { BetStep } from "../foundation/live/bet-slip.ts";
import { betOn } from "../foundation/live/testing/example-race.ts";

const payment = { raceId: "race-7", betId: "b-1", wallet: "", horseId: 4, signature: "" };

/** The steps that a bet can be at. */
export const betSteps: Readonly<Record<string, BetStep | null>> = {
  none: null,
  preparing: { kind: "preparing" },
  signing: {
    kind: "signing",
    note: "Bets from a balance here need no prompt: deposit once, bet as often as you like.",
    giveUp: () => undefined,
  },
  "signing again": {
    kind: "signing",
    note: translatorFor(placingWords).t("signAgain"),
    giveUp: () => undefined,
  },
  sent: { kind: "sent", payment },
  unseen: { kind: "unseen", payment },
  in: { kind: "in", bet: betOn(4, "0.25") },
  failed: {
    kind: "failed",
    text: "Failed to place bet",
    hint: "Nothing was sent: your SOL are where they were.",
  },
};
