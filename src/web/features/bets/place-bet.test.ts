import { describe, expect, it } from "vitest";
import { betCommitment } from "../../../domain/bet-commitment.ts";
import { betMemo } from "../../../domain/memo.ts";
import { ok, refuse } from "../../../domain/result.ts";
import type { callApi } from "../../foundation/lib/api.ts";
import { newAttempts } from "../../foundation/lib/attempts.ts";
import { WalletFailure } from "../../foundation/lib/wallet/wallet-failure.ts";
import { betOn } from "../../foundation/live/testing/example-race.ts";
import { sol } from "../../foundation/live/testing/sol.ts";
import type { BetStep } from "../../foundation/live/bet-slip.ts";
import { awaitBet, placeBet } from "./place-bet.ts";

const order = { raceId: "race-7", horseId: 4, amount: sol("0.25"), wallet: "me", from: "wallet" } as const;
const [salt, root] = ["5".repeat(64), `${"A".repeat(43)}=`];
const commitment = betCommitment({ raceId: order.raceId, horseNumber: 4, stake: order.amount, salt });
/** As a wallet is given it; only its memo is looked at. */
const wireWith = (memo: string) => btoa(`\u0001\u00ff${memo}\u0000`);
const prepared = {
  testing: false,
  placed: false,
  serializedTransaction: wireWith(betMemo(commitment, root)),
  betId: "b-1",
  salt,
  root,
};

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
  return {
    calls,
    call: call as unknown as typeof callApi,
    version: 0 as const,
    attempts: newAttempts(),
    onLatePayment: () => undefined,
    horseNumberOf: (): number | null => 4,
    oddsAfter: () => null as number | null,
    isOpen: () => true,
  };
}

async function run(
  answers: Readonly<Record<string, readonly unknown[]>>,
  sign: () => Promise<{ kind: "sent"; signature: string } | { kind: "signed"; signedTransaction: string }>,
) {
  const steps: string[] = [];
  const { calls, ...server } = scripted(answers);
  const last = await placeBet({ ...server, sign, wait: async () => undefined }, order, ({ kind }: BetStep) =>
    steps.push(kind),
  );
  return { last, steps, calls: calls.map(({ name }) => name) };
}

const signedLocally = async () => ({ kind: "signed" as const, signedTransaction: "BBBB" });
const sentByWallet = async () => ({ kind: "sent" as const, signature: "sig" });

describe("placing a bet", () => {
  it("goes over preparing, signing and sent to the bet", async () => {
    const bet = betOn(4, "0.25");
    const { last, steps, calls } = await run(
      {
        prepareBet: [ok(prepared)],
        submitBet: [ok({ signature: "sig" })],
        confirmBet: [refuse("NOT_FINAL_YET"), refuse("CHAIN_UNAVAILABLE"), ok({ message: "", bet })],
      },
      signedLocally,
    );
    expect(steps).toEqual(["preparing", "signing", "sent"]);
    expect(last).toEqual({ kind: "in", bet });
    expect(calls).toEqual(["prepareBet", "submitBet", "confirmBet", "confirmBet", "confirmBet"]);
  });

  it("BET-13 asks the wallet for nothing that commits to another bet, or after another checkpoint", async () => {
    const others = [
      { serializedTransaction: wireWith("") },
      { serializedTransaction: wireWith(betMemo(commitment, `${"B".repeat(43)}=`)) },
      { salt: "6".repeat(64) },
      { root: null },
    ];
    for (const other of others) {
      const { last, calls } = await run({ prepareBet: [ok({ ...prepared, ...other })] }, () => {
        throw new Error("The wallet was asked.");
      });
      expect(last).toMatchObject({ kind: "failed", text: "Failed to prepare bet" });
      expect(calls).toEqual(["prepareBet"]);
    }
  });

  it("BET-27 stops waiting for a wallet; what it sends later is looked for, what it only signs is not sent", async () => {
    for (const [late, found] of [
      [sentByWallet, ["sig"]],
      [signedLocally, []],
    ] as const) {
      const { calls, ...server } = scripted({ prepareBet: [ok(prepared)] });
      let answer: (value: Awaited<ReturnType<typeof late>>) => void = () => undefined;
      const payments: string[] = [];
      const last = await placeBet(
        {
          ...server,
          sign: () => new Promise((resolve) => (answer = resolve)),
          wait: async () => undefined,
          onLatePayment: ({ signature }) => void payments.push(signature),
        },
        order,
        (step) => step.kind === "signing" && step.giveUp(),
      );
      expect(last).toMatchObject({ kind: "failed", text: "You stopped waiting for your wallet" });
      answer(await late());
      await new Promise((resolve) => setTimeout(resolve));
      expect(payments).toEqual(found);
      expect(calls.map(({ name }) => name)).toEqual(["prepareBet"]);
    }
  });

  it.each([
    ["that fell by less than a tenth", [3, 2.71], [], "in"],
    ["that are unknown now", [3, null], [], "in"],
    ["that were unknown", [null, 2.69], [], "in"],
    ["that fell", [3, 2.69, 2.69], ["3.00 2.69"], "in"],
    ["that fell again meanwhile", [3, 2.5, 1.1, 1.1], ["3.00 2.50", "2.50 1.10"], "in"],
    ["that rose", [3, 3.31, 3.31], [], "in"],
    ["that fell, to a player who declines", [3, 2.69], ["3.00 2.69"], "declined"],
    ["that fell, until betting closed", [3, 2.69], ["3.00 2.69"], "closed"],
  ] as const)("BET-30 asks about odds %s", async (_, odds, questions, end) => {
    const { calls, ...server } = scripted({
      prepareBet: [ok(prepared)],
      submitBet: [ok({ signature: "sig" })],
      confirmBet: [ok({ message: "", bet: betOn(4, "0.25") })],
    });
    const left = [...odds];
    const prompts: string[] = [];
    const notes: string[] = [];
    const ports = {
      ...server,
      oddsAfter: () => left.shift() ?? null,
      isOpen: () => end !== "closed",
      sign: signedLocally,
      wait: async () => undefined,
    };
    const last = await placeBet(ports, order, (step) => {
      if (step.kind !== "signing") return;
      notes.push(step.note);
      if (step.goOn === undefined) return;
      prompts.push(
        step.note
          .replaceAll(/[^\d.]+/g, " ")
          .replace(/ \.?$/, "")
          .trim(),
      );
      // Only after a moment: at once it would be the second half of a double press.
      setTimeout(end === "declined" ? step.giveUp : step.goOn);
    });
    expect(prompts).toEqual(questions);
    expect(last.kind).toBe(end === "in" ? "in" : "failed");
    expect(calls.some(({ name }) => name === "submitBet")).toBe(end === "in");
    expect(notes.at(-1)).toMatch(odds[1] === 3.31 ? /3\.31/ : /./);
  });

  it("BET-30 a double press does not answer a question that it brought up", async () => {
    const { calls: _, ...server } = scripted({ prepareBet: [ok(prepared)] });
    const left = [3, 2];
    const last = await placeBet(
      {
        ...server,
        oddsAfter: () => left.shift() ?? null,
        sign: signedLocally,
        wait: () => new Promise(() => undefined),
      },
      order,
      (step) => {
        if (step.kind !== "signing") return;
        step.goOn?.();
        setTimeout(step.giveUp);
      },
    );
    expect(last).toMatchObject({ kind: "failed", text: "You did not sign at the new odds" });
  });

  it("prepares a payment anew that expired in the wallet's prompt, and says why it asks again", async () => {
    const notes: unknown[] = [];
    const { calls, ...server } = scripted({
      prepareBet: [ok(prepared), ok({ ...prepared, betId: "b-2" })],
      submitBet: [refuse("BET_EXPIRED"), ok({ signature: "sig" })],
      confirmBet: [ok({ message: "", bet: betOn(4, "0.25") })],
    });
    const last = await placeBet(
      { ...server, sign: signedLocally, wait: async () => undefined },
      order,
      (step) => {
        if (step.kind === "signing") notes.push(step.note);
      },
    );
    expect(last).toMatchObject({ kind: "in" });
    expect(notes).toEqual([expect.stringContaining("no prompt"), expect.stringContaining("expired")]);
    expect(calls.map(({ name }) => name)).toEqual([
      "prepareBet",
      "submitBet",
      "prepareBet",
      "submitBet",
      "confirmBet",
    ]);
    expect(calls[4]).toMatchObject({ input: { body: { betId: "b-2" } } });
  });

  it("gives up when the payment has expired three times, and says so", async () => {
    const { last, calls } = await run(
      {
        prepareBet: [ok(prepared), ok(prepared), ok(prepared), ok(prepared)],
        submitBet: Array.from({ length: 4 }, () => refuse("BET_EXPIRED", { message: "It has expired." })),
      },
      signedLocally,
    );
    expect(last).toMatchObject({ kind: "failed", text: expect.stringContaining("expired") });
    expect(calls.filter((name) => name === "prepareBet")).toHaveLength(3);
  });

  it("BET-24 a bet from the balance asks the wallet nothing", async () => {
    const steps: unknown[] = [];
    const { calls, ...server } = scripted({ prepareBet: [ok({ ...prepared, placed: true })] });
    const sign = () => Promise.reject(new Error("the wallet was asked"));
    const last = await placeBet(
      { ...server, sign, wait: async () => undefined },
      { ...order, from: "balance" },
      ({ kind }) => steps.push(kind),
    );
    expect(last).toEqual({ kind: "in", bet: null });
    expect(steps).toEqual(["preparing"]);
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
  ])("shows %s when preparing fails", async (_, prepareBet, text) => {
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
  ])("BET-31 tells %s", async (_, thrown, request, text, hint) => {
    const fail = () => Promise.reject(new WalletFailure(thrown, request));
    const { last } = await run({ prepareBet: [ok(prepared)] }, fail);
    expect(last).toMatchObject({ kind: "failed", text, hint: expect.stringMatching(hint) });
  });

  it.each([
    ["submitBet", signedLocally, "Wallet failed to send transaction"],
    ["confirmBet", sentByWallet, "Bet confirmation failed"],
  ] as const)("shows the step's text when %s breaks in the server", async (name, sign, text) => {
    const broken = refuse("INTERNAL_ERROR", { message: "Something went wrong" });
    const { last } = await run({ prepareBet: [ok(prepared)], [name]: [broken] }, sign);
    expect(last).toMatchObject({ kind: "failed", text });
  });

  it.each(["preparing", "signing", "sent"])("ends with a failure when it breaks while %s", async (at) => {
    const { calls: _, ...server } = scripted({ prepareBet: [ok(prepared)] });
    const breaksAt = ({ kind }: BetStep) => {
      if (kind === at) throw new TypeError("A bug");
    };
    const last = await placeBet(
      { ...server, sign: sentByWallet, wait: async () => undefined },
      order,
      breaksAt,
    );
    expect(last).toMatchObject({ kind: "failed", text: "Failed to place bet" });
  });

  it("BET-8 says so when a payment was credited in place of a bet", async () => {
    const { last } = await run(
      { prepareBet: [ok(prepared)], confirmBet: [refuse("BET_CREDITED")] },
      sentByWallet,
    );
    expect(last).toMatchObject({ kind: "failed", hint: expect.stringContaining("withdraw") });
  });

  it("BET-7 leaves a payment that is not seen open to another look, which finds it", async () => {
    const never = { confirmBet: Array.from({ length: 200 }, () => refuse("NOT_FINAL_YET")) };
    const { last } = await run({ prepareBet: [ok(prepared)], ...never }, sentByWallet);
    if (last.kind !== "unseen") throw new Error(`a step ${last.kind}`);
    const bet = betOn(4, "0.25");
    const { call } = scripted({ confirmBet: [ok({ message: "", bet })] });
    expect(await awaitBet({ call, wait: async () => undefined }, last.payment)).toEqual({ kind: "in", bet });
  });
});
