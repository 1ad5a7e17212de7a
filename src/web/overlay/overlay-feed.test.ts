import { expect, it } from "vitest";
import { exampleRace } from "../foundation/live/testing/example-race.ts";
import { sol } from "../foundation/live/testing/sol.ts";
import { withoutPlayers } from "./overlay-feed.ts";

it("OVERLAY-4 nothing of any player is left of a race", () => {
  const award = {
    user_wallet: "So11111111111111111111111111111111111111112",
    username: "lucky",
    amount: sol("0.5"),
  };
  const bet = {
    id: "b-1",
    user_wallet: award.user_wallet,
    username: "lucky",
    horse_id: 4,
    horse_name: "Night Line",
    bet_amount: sol("1"),
    payout_amount: null,
  };
  const race = exampleRace({ bets: [bet], bonus_award: award, bonus_awards: [award] });
  const text = JSON.stringify(withoutPlayers(race), (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  expect(text).not.toContain("lucky");
  expect(text).not.toContain(award.user_wallet);
  expect(withoutPlayers(race).totalPool).toBe(race.totalPool);
});
