import { expect, it } from "vitest";
import { sol } from "../../foundation/live/testing/sol.ts";
import { translatorFor } from "../../foundation/words/translate.ts";
import { historyCsv } from "./history-csv.ts";
import type { PastBet } from "./history.ts";
import { playerWords } from "./words.en.ts";

const bet: PastBet = {
  id: "bet-1",
  race_id: "race-7",
  created_at: new Date("2026-11-23T12:00:00Z"),
  horse_id: 1,
  horse_name: "Thunder Bolt",
  horse_color: "#D7263D",
  selected_horse: 0,
  result: "loss",
  bet_amount: sol("0.123456789"),
  payout_amount: sol("0"),
  testing: false,
  bet_signature: "5abc",
  payout_signature: null,
};
const rowsOf = (...bets: readonly PastBet[]) => historyCsv(bets, translatorFor(playerWords)).split("\r\n");

it("every amount is exact, and a loss is a number", () => {
  const [head, row, end] = rowsOf(bet);
  expect(head?.split(",")).toHaveLength(9);
  expect(row).toBe("2026-11-23T12:00:00.000Z,race-7,Thunder Bolt,Loss,0.123456789,0,-0.123456789,5abc,");
  expect(end).toBe("");
});

it("no name becomes a formula or leaves its cell", () => {
  const named = (horse_name: string) => rowsOf({ ...bet, horse_name })[1];
  expect(named('=HYPERLINK("http://evil.example","x")')).toContain(
    `,"'=HYPERLINK(""http://evil.example"",""x"")",Loss`,
  );
  for (const start of ["+1+1", "-2+3", "@SUM(A1)", "\tx"]) expect(named(start)).toContain(`,'${start},Loss`);
  expect(named("a\r\nb")).toBeDefined();
  expect(historyCsv([{ ...bet, horse_name: "a\r\nb" }], translatorFor(playerWords))).toContain('"a\r\nb"');
});
