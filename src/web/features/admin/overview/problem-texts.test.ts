import { describe, expect, it } from "vitest";
import { signedLamports } from "../../../../domain/lamports.ts";
import { translatorFor } from "../../../foundation/words/translate.ts";
import type { Problem } from "./overview.ts";
import { problemTexts } from "./problem-texts.ts";
import { overviewWords } from "./words.en.ts";

const textsOf = (code: Problem["code"], params: Problem["params"] = {}) =>
  problemTexts({ code, severity: "error", params }, translatorFor(overviewWords), "devnet");

describe("what is said of a problem", () => {
  it.each<[Problem["code"], Problem["params"], string, string]>([
    [
      "HOUSE_LOCKED",
      { count: 2, amount: signedLamports(8_261_500_000n) },
      "The house wallets are locked, 2 payments of 8.2615 SOL waiting",
      "/admin/wallets",
    ],
    ["HOUSE_LOCKED", { count: 0 }, "The house wallets are locked", "/admin/wallets"],
    ["PAYMENTS_HALTED", { count: 1 }, "Outgoing payments are halted, 1 waiting", "/admin/wallets"],
    ["CHAIN_SILENT", {}, "No Solana node answers", "/admin/settings?setting=rpc_url_devnet"],
    ["RACE_STUCK", { raceId: "7-abc" }, "Race #7 is not settled", "/admin/races?race=7-abc"],
    [
      "PAYMENTS_FAILED",
      { count: 1, amount: signedLamports(1_000_000_000n) },
      "1 payment of 1 SOL failed in the last 24 hours",
      "/admin/payouts?status=failed",
    ],
    [
      "PAYMENTS_LATE",
      { count: 1, isOwn: false },
      "1 payment has been waiting for more than 10 minutes",
      "/admin/payouts?status=pending",
    ],
    [
      "PAYMENTS_LATE",
      { count: 1, isOwn: true },
      "1 payment has been waiting for more than 10 minutes",
      "/admin/wallets",
    ],
    ["MEMOS_FAILED", { count: 2 }, "2 memos failed on the chain", "/admin/wallets"],
    [
      "EQUITY_NEGATIVE",
      { amount: signedLamports(-500_000_000n) },
      "House equity is \u22120.5 SOL",
      "/admin/wallets",
    ],
    [
      "JACKPOT_NOT_COVERED",
      { amount: signedLamports(500_000_000n) },
      "House equity is 0.5 SOL short for the jackpot",
      "/admin/settings?setting=jackpot_pool_amount",
    ],
  ])("names %s with its figures and leads to where it is mended", (code, params, title, to) => {
    expect(textsOf(code, params)).toMatchObject({ title, act: { kind: "go", to } });
  });

  it("what is on and keeps players out is switched off by its own button", () => {
    expect(textsOf("MAINTENANCE_ON").act).toMatchObject({ settingKey: "site_maintenance_enabled" });
    expect(textsOf("TESTING_ON").act).toMatchObject({ settingKey: "testing_mode_enabled" });
  });

  it("a difference keeps its sign, and where there is none any more nothing is said to differ", () => {
    const advice = (amount: bigint) => textsOf("PAYMENTS_HALTED", { amount: signedLamports(amount) }).advice;
    expect(advice(7_000_000_000n)).toContain("differ by +7 SOL");
    expect(advice(0n)).toContain("agree at the moment");
  });
});
