import { expect, it } from "vitest";
import { lamports } from "../../../../domain/lamports.ts";
import { risksOfChange } from "./setting-risks.ts";

const stored = [
  { setting_key: "house_edge", setting_value: "5" },
  { setting_key: "bonus_fund_share", setting_value: "50" },
  { setting_key: "jackpot_pool_amount", setting_value: "0" },
  { setting_key: "referral_rate", setting_value: "5" },
  { setting_key: "priority_fee_cap_sol", setting_value: "0.0001" },
  { setting_key: "min_bet_amount", setting_value: "0.05" },
];
const POOL = lamports(2_000_000_000n);
const risks = (key: string, text: string, of = stored) => risksOfChange(of, { key, text }, POOL);

it("LIMITS-44 a high house edge, and what makes the house lose, is to be confirmed", () => {
  expect(risks("house_edge", "20")).toEqual([]);
  expect(risks("house_edge", "20.1")).toEqual([expect.stringContaining("20%")]);
  expect(risks("house_edge", "0")).toEqual([expect.stringContaining("earns nothing")]);
  expect(risks("bonus_fund_share", "100")).toHaveLength(1);
  expect(risks("jackpot_pool_amount", "1")).toHaveLength(1);
  expect(risks("extend_seconds", "10")).toEqual([]);
});

it("LIMITS-44 what costs more than the smallest race leaves is to be confirmed, whichever setting causes it", () => {
  expect(risks("priority_fee_cap_sol", "0.0001")).toEqual([]);
  expect(risks("priority_fee_cap_sol", "0.005")).toEqual([expect.stringContaining("network fees")]);
  const fed = [...stored, { setting_key: "bonus_fund_share", setting_value: "90" }];
  expect(risks("referral_rate", "2.5", fed)).toEqual([]);
  expect(risks("referral_rate", "10", fed)).toEqual([expect.stringContaining("referrers")]);
});

it("LIMITS-44 as long as the average pool is unknown, so is what a jackpot costs", () => {
  const unknown = (key: string, text: string, of = stored) => risksOfChange(of, { key, text }, null);
  expect(unknown("jackpot_pool_amount", "0.01")).toEqual([expect.stringContaining("not known")]);
  expect(unknown("jackpot_pool_amount", "0")).toEqual([]);
  expect(unknown("house_edge", "2.5")).toEqual([]);
  const given = [...stored, { setting_key: "jackpot_pool_amount", setting_value: "0.5" }];
  expect(unknown("house_edge", "2.5", given)).toEqual([expect.stringContaining("not known")]);
  expect(unknown("house_edge", "7.5", given)).toEqual([]);
  expect(unknown("bonus_fund_share", "75", given)).toEqual([expect.stringContaining("not known")]);
  expect(unknown("jackpot_pool_amount", "0.25", given)).toEqual([]);
});

it("LIMITS-44 a change that leaves the house no worse off is not", () => {
  const high = [{ setting_key: "house_edge", setting_value: "30" }];
  expect(risks("house_edge", "25", high)).toEqual([]);
  const none = [{ setting_key: "house_edge", setting_value: "0" }];
  expect(risks("extend_seconds", "10", none)).toEqual([]);
});
