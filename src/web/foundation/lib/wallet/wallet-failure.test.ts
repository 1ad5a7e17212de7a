import { describe, expect, it } from "vitest";
import { askWallet, WalletFailure } from "./wallet-failure.ts";

const failureFor = (thrown: unknown): Promise<unknown> =>
  askWallet(() => Promise.reject(thrown)).catch((error: unknown) => error);

/** The errors that libraries wrapping older wallets throw. */
class WalletSignTransactionError extends Error {
  override readonly name = "WalletSignTransactionError";
  readonly error: unknown;
  constructor(message: string | undefined, error: unknown) {
    super(message);
    this.error = error;
  }
}

describe("what a wallet throws", () => {
  it.each([
    { code: 4001, message: "User rejected the request." },
    Object.assign(new Error("Unexpected"), { code: 4001 }),
    Object.assign(new Error("Proposal expired"), { code: 5000 }),
    Object.assign(new Error("user rejected transaction"), { code: "ACTION_REJECTED" }),
    "User rejected the request",
    "Error: User rejected the request.",
    "Approval Denied",
    new Error("Transaction cancelled"),
    new Error("Connection rejected"),
    new Error("sign request declined"),
    new Error("Plugin Closed"),
    new Error("The transaction was rejected by the user"),
    new WalletSignTransactionError("User rejected the request.", undefined),
    new WalletSignTransactionError("WalletSignTransactionError: User rejected the request.", undefined),
    new WalletSignTransactionError(undefined, { code: 4001, message: "" }),
    new WalletSignTransactionError("", "Transaction rejected"),
    new Error("Signing failed", { cause: "User denied the signature" }),
    Object.assign(new Error(""), { name: "WalletWindowClosedError" }),
  ])("is its owner's no: %o", async (thrown) => {
    expect(await failureFor(thrown)).toMatchObject({ name: "WalletFailure", declined: true });
  });

  it.each([
    undefined,
    null,
    "",
    42,
    {},
    "invalid account",
    new Error("Failed to fetch"),
    new Error("403 Forbidden: access denied for this API key"),
    new Error("The connection was closed before a reply came"),
    new Error("Transaction simulation failed: the request was rejected by the validator"),
    { code: -32_003, message: "Transaction rejected" },
    { code: -32_603, message: "Something went wrong" },
    { code: 4100, message: "The requested account has not been authorized by the user." },
    new WalletSignTransactionError("Signature verification failed", new Error("Internal error")),
  ])("is a failure: %o", async (thrown) => {
    expect(await failureFor(thrown)).toMatchObject({ name: "WalletFailure", declined: false });
  });

  it("is kept with its own words", async () => {
    expect(await failureFor("invalid account")).toMatchObject({ message: "invalid account" });
    expect(await failureFor({ message: "No network" })).toMatchObject({ message: "No network" });
    expect(await failureFor({})).toMatchObject({ message: "The wallet gave no reason." });
  });

  it("ends where an error is its own cause", async () => {
    const circle = new Error("Broken");
    circle.cause = circle;
    expect(await failureFor(circle)).toBeInstanceOf(WalletFailure);
  });
});
