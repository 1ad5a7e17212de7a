import { describe, expect, it } from "vitest";
import { ok, refuse } from "../../domain/result.ts";
import type { callApi } from "../lib/api.ts";
import { WalletFailure } from "../lib/wallet/wallet-failure.ts";
import { betOn } from "../live/testing/example-race.ts";
import { sol } from "../live/testing/sol.ts";
import type { BetStep } from "../live/bet-slip.ts";
import { awaitBet, placeBet } from "./place-bet.ts";

const order = { raceId: "race-7", horseId: 4, amount: sol("0.25"), wallet: "me", from: "wallet" } as const;
const prepared = { testing: false, placed: false, serializedTransaction: "AAAA", betId: "b-1" };

interface Call {
  readonly name: string;
  readonly input: unknown;
}

/** A server that returns the next scripted answer to each call, and records what it was asked. */
function scripted(answers: Readonly<Record<string, readonly unknown[]>>) {
  const calls: Call[] = [];
  const left = new Map(Object.entries(answers).map(([name, list]) => [name, [...list]]));
  const call = async (name: string, input: unknown) => {
    calls.push({ name, input });
    return left.get(name)?.shift() ?? refuse("INTERNAL_ERROR");
  };
  return { calls, call: call as unknown as typeof callApi };
}

async function run(
  answers: Readonly<Record<string, readonly unknown[]>>,
  sign: () => Promise<{ kind: "sent"; signature: string } | { kind: "signed"; signedTransaction: string }>,
) {
  const shown: string[] = [];
  const { call, calls } = scripted(answers);
  const last = await placeBet({ call, sign, wait: async () => undefined }, order, ({ kind }: BetStep) =>
    shown.push(kind),
  );
  return { last, shown, calls: calls.map(({ name }) => name) };
}

const signedLocally = async () => ({ kind: "signed" as const, signedTransaction: "BBBB" });
const sentByWallet = async () => ({ kind: "sent" as const, signature: "sig" });

describe("placing a bet", () => {
  it("goes over preparing, signing and sent to the bet", async () => {
    const bet = betOn(4, "0.25");
    const { last, shown, calls } = await run(
      {
        prepareBet: [ok(prepared)],
        submitBet: [ok({ signature: "sig" })],
        confirmBet: [refuse("PAYMENT_NOT_SEEN"), refuse("CHAIN_UNAVAILABLE"), ok({ message: "", bet })],
      },
      signedLocally,
    );
    expect(shown).toEqual(["preparing", "signing", "sent"]);
    expect(last).toEqual({ kind: "in", bet });
    expect(calls).toEqual(["prepareBet", "submitBet", "confirmBet", "confirmBet", "confirmBet"]);
  });

  it("BET-24 a bet from the balance asks the wallet nothing", async () => {
    const asked: unknown[] = [];
    const { call, calls } = scripted({ prepareBet: [ok({ ...prepared, placed: true })] });
    const sign = () => Promise.reject(new Error("the wallet was asked"));
    const last = await placeBet(
      { call, sign, wait: async () => undefined },
      { ...order, from: "balance" },
      ({ kind }) => asked.push(kind),
    );
    expect(last).toEqual({ kind: "in", bet: null });
    expect(asked).toEqual(["preparing"]);
    expect(calls).toMatchObject([{ name: "prepareBet", input: { body: { from: "balance" } } }]);
  });

  it("does not submit what the wallet has sent itself", async () => {
    const { calls } = await run(
      { prepareBet: [ok(prepared)], confirmBet: [ok({ message: "", bet: betOn(4, "0.25") })] },
      sentByWallet,
    );
    expect(calls).toEqual(["prepareBet", "confirmBet"]);
  });

  it("BET-10 skips the wallet in testing mode", async () => {
    const { last, calls } = await run(
      { prepareBet: [ok({ ...prepared, testing: true, placed: true, serializedTransaction: null })] },
      signedLocally,
    );
    expect(last).toEqual({ kind: "in", bet: null });
    expect(calls).toEqual(["prepareBet"]);
  });

  it.each([
    [
      "the server's own text",
      [refuse("BETTING_CLOSED")],
      "Betting is currently closed. Wait for the next race.",
    ],
    ["the step's text when there is none", [refuse("UNAVAILABLE")], "Failed to prepare bet"],
    [
      "no transaction",
      [ok({ ...prepared, serializedTransaction: null })],
      "No serialized transaction received",
    ],
  ])("PAGE-30 shows %s when preparing fails", async (_, prepareBet, text) => {
    expect((await run({ prepareBet }, signedLocally)).last).toMatchObject({ kind: "failed", text });
  });

  it.each([
    ["a player who declines", { code: 4001 }, {}, "You declined to sign the bet", /^Nothing was sent/],
    ["a wallet that fails", "invalid account", {}, "Wallet failed to send transaction", /^Nothing was sent/],
    [
      "a wallet that fails while it sends",
      "timed out",
      { maySend: true },
      "Wallet failed to send transaction",
      /^Any payment already made/,
    ],
    [
      "a player who declines to send",
      "User rejected",
      { maySend: true },
      "You declined to sign the bet",
      /^Nothing/,
    ],
  ])("tells %s", async (_, thrown, request, text, hint) => {
    const fail = () => Promise.reject(new WalletFailure(thrown, request));
    const { last } = await run({ prepareBet: [ok(prepared)] }, fail);
    expect(last).toMatchObject({ kind: "failed", text, hint: expect.stringMatching(hint) });
  });

  it.each([
    ["submitBet", signedLocally, "Wallet failed to send transaction"],
    ["confirmBet", sentByWallet, "Bet confirmation failed"],
  ] as const)("PAGE-30 shows the step's text when %s breaks in the server", async (name, sign, text) => {
    const broken = refuse("INTERNAL_ERROR", { message: "Something went wrong" });
    const { last } = await run({ prepareBet: [ok(prepared)], [name]: [broken] }, sign);
    expect(last).toMatchObject({ kind: "failed", text });
  });

  it.each(["preparing", "signing", "sent"])(
    "PAGE-30 ends with a failure when it breaks while %s",
    async (at) => {
      const { call } = scripted({ prepareBet: [ok(prepared)] });
      const breaksAt = ({ kind }: BetStep) => {
        if (kind === at) throw new TypeError("A bug");
      };
      const last = await placeBet({ call, sign: sentByWallet, wait: async () => undefined }, order, breaksAt);
      expect(last).toMatchObject({ kind: "failed", text: "Failed to place bet" });
    },
  );

  it("BET-8 says so when a payment was credited in place of a bet", async () => {
    const { last } = await run(
      { prepareBet: [ok(prepared)], confirmBet: [refuse("BET_CREDITED")] },
      sentByWallet,
    );
    expect(last).toMatchObject({ kind: "failed", hint: expect.stringContaining("withdraw") });
  });

  it("BET-7 leaves a payment that is not seen open to another look, which finds it", async () => {
    const never = { confirmBet: Array.from({ length: 200 }, () => refuse("PAYMENT_NOT_SEEN")) };
    const { last } = await run({ prepareBet: [ok(prepared)], ...never }, sentByWallet);
    if (last.kind !== "unseen") throw new Error(`a step ${last.kind}`);
    const bet = betOn(4, "0.25");
    const { call } = scripted({ confirmBet: [ok({ message: "", bet })] });
    expect(await awaitBet({ call, wait: async () => undefined }, last.payment)).toEqual({ kind: "in", bet });
  });
});
