import type { BetStep } from "../live/bet-slip.ts";
import { betOn } from "../live/testing/example-race.ts";

const payment = { raceId: "race-7", betId: "b-1", wallet: "", horseId: 4, signature: "" };

/** The steps that a bet can be at. */
export const betSteps: Readonly<Record<string, BetStep | null>> = {
  none: null,
  preparing: { kind: "preparing" },
  signing: { kind: "signing" },
  sent: { kind: "sent", payment },
  unseen: { kind: "unseen", payment },
  in: { kind: "in", bet: betOn(4, "0.25") },
  failed: {
    kind: "failed",
    text: "Failed to place bet",
    hint: "Nothing was sent: your SOL are where they were.",
  },
};
