import { expect, it } from "vitest";
import { ok, refuse } from "../../../../domain/result.ts";
import { newAttempts } from "../../../foundation/lib/attempts.ts";
import type { callApi } from "../../../foundation/lib/api.ts";
import { WalletFailure } from "../../../foundation/lib/wallet/wallet-failure.ts";
import { sol } from "../../../foundation/live/testing/sol.ts";
import { makeDeposit } from "./make-deposit.ts";

/** A server that returns the next scripted answer to each call. */
async function run(
  answers: Readonly<Record<string, readonly unknown[]>>,
  sign: () => Promise<
    { kind: "sent"; signature: string } | { kind: "signed"; signedTransaction: string }
  > = async () => ({ kind: "signed", signedTransaction: "BBBB" }),
) {
  const steps: string[] = [];
  const called: string[] = [];
  const left = new Map(Object.entries(answers).map(([name, list]) => [name, [...list]]));
  const call = async (name: string) => {
    called.push(name);
    return left.get(name)?.shift() ?? refuse("INTERNAL_ERROR");
  };
  const ports = {
    call: call as unknown as typeof callApi,
    attempts: newAttempts(),
    version: 0 as const,
    sign,
    wait: async () => undefined,
  };
  const done = await makeDeposit(ports, sol("0.5"), (step) => steps.push(step));
  return { done, steps, called };
}

const prepared = ok({ serializedTransaction: "AAAA" });
const credited = ok({ amount: sol("0.5") });

it("BET-22 goes over preparing, signing and sent to the credit", async () => {
  const { done, steps, called } = await run({
    prepareDeposit: [prepared],
    submitDeposit: [ok({ signature: "s" })],
    confirmDeposit: [refuse("NOT_FINAL_YET"), refuse("CHAIN_UNAVAILABLE"), credited],
  });
  expect(done).toEqual({ ok: true, value: sol("0.5") });
  expect(steps).toEqual(["preparing", "signing", "sent"]);
  expect(called).toEqual([
    "prepareDeposit",
    "submitDeposit",
    "confirmDeposit",
    "confirmDeposit",
    "confirmDeposit",
  ]);
});

it("BET-22 prepares a deposit anew that expired in the wallet's prompt", async () => {
  const { done, steps } = await run({
    prepareDeposit: [prepared, prepared],
    submitDeposit: [refuse("BET_EXPIRED"), ok({ signature: "s" })],
    confirmDeposit: [credited],
  });
  expect(done).toEqual({ ok: true, value: sol("0.5") });
  expect(steps).toEqual(["preparing", "signing", "preparing", "signing again", "sent"]);
});

it("BET-22 does not submit what the wallet has sent itself", async () => {
  const { done, called } = await run(
    { prepareDeposit: [prepared], confirmDeposit: [credited] },
    async () => ({
      kind: "sent",
      signature: "s",
    }),
  );
  expect(done.ok).toBe(true);
  expect(called).toEqual(["prepareDeposit", "confirmDeposit"]);
});

it("BET-22 says what failed, and whether anything was sent", async () => {
  const failed = async (...input: Parameters<typeof run>) => {
    const { done } = await run(...input);
    return done.ok ? null : done.message;
  };
  expect(await failed({})).toBe("Failed to prepare the deposit");
  expect(
    await failed({
      prepareDeposit: [refuse("DEPOSIT_TOO_SMALL", { message: "The minimum deposit is 1 SOL" })],
    }),
  ).toBe("The minimum deposit is 1 SOL");
  expect(await failed({ prepareDeposit: [prepared] }, () => Promise.reject(new WalletFailure("no")))).toBe(
    "Wallet failed to send transaction. Nothing was sent. You can try again.",
  );
  const unsure = () => Promise.reject(new WalletFailure("no", { maySend: true }));
  expect(await failed({ prepareDeposit: [prepared] }, unsure)).toContain("credited automatically");
  expect(await failed({ prepareDeposit: [prepared] })).toContain("credited automatically");
  const lost = { prepareDeposit: [prepared], submitDeposit: [ok({ signature: "s" })] };
  expect(await failed(lost)).toContain("Deposit confirmation failed");
});
