import { expect, it } from "vitest";
import { explorerUrl } from "./explorer.ts";

it("a transaction is looked up on its own network", () => {
  expect(explorerUrl("mainnet-beta", "abc")).toBe("https://explorer.solana.com/tx/abc");
  expect(explorerUrl("devnet", "abc")).toBe("https://explorer.solana.com/tx/abc?cluster=devnet");
  expect(explorerUrl("localnet", "abc")).toBeNull();
});
