import { getSetComputeUnitPriceInstruction } from "@solana-program/compute-budget";
import { AccountRole, address, type Instruction } from "@solana/kit";
import { expect, it } from "vitest";
import {
  newBrowser,
  newWallet,
  signInText,
  type TestWallet,
} from "../../../../tests/support/browser-session.ts";
import { memoOf, toOneself, unsentTransaction } from "../../../../tests/support/unsent-transaction.ts";
import { useAdminPanel } from "../../../../tests/support/use-admin-panel.ts";

const panel = useAdminPanel();
const other = newWallet();
const lighthouse: Instruction = {
  programAddress: address("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95"),
  accounts: [{ address: address(other.address), role: AccountRole.READONLY }],
  data: Uint8Array.of(6, 0, 1, 2, 3),
};
const price = getSetComputeUnitPriceInstruction({ microLamports: 1_000n });
/** Takes the lifetime of a transaction from a nonce account, which needs no recent block. */
const advanceNonce = (wallet: string): Instruction => ({
  programAddress: address("11111111111111111111111111111111"),
  accounts: [
    { address: address(other.address), role: AccountRole.WRITABLE },
    { address: address("SysvarRecentB1ockHashes11111111111111111111"), role: AccountRole.READONLY },
    { address: address(wallet), role: AccountRole.READONLY_SIGNER },
  ],
  data: Uint8Array.of(4, 0, 0, 0),
});

type Sign = (wallet: TestWallet, text: Uint8Array) => string;

/** A browser that asked for a nonce, and what its wallet signs in place of a message. */
async function beginSignIn(sign: Sign = unsentTransaction) {
  const wallet = newWallet();
  const browser = newBrowser(panel.server.url, wallet);
  const { body } = await browser.call("POST", "/api/auth/nonce");
  const signedTransaction = sign(wallet, signInText(body.input, wallet.address));
  const proof = { address: wallet.address, nonce: body.input.nonce as string, signedTransaction };
  const verify = (changed = {}) =>
    browser.call("POST", "/api/auth/verify", { body: { ...proof, ...changed } });
  return { browser, wallet, input: body.input, proof, verify };
}
const isSignedIn = async (browser: ReturnType<typeof newBrowser>) =>
  (await browser.call("GET", "/api/auth/session")).body.wallet !== null;

it.each<[string, Sign]>([
  ["of version 0", (wallet, text) => unsentTransaction(wallet, text)],
  ["legacy", (wallet, text) => unsentTransaction(wallet, text, { version: "legacy" })],
  ["of version 1", (wallet, text) => unsentTransaction(wallet, text, { version: 1 })],
  [
    "with what wallets add",
    (wallet, text) =>
      unsentTransaction(wallet, text, {
        instructions: [price, toOneself(wallet.address), memoOf(text), lighthouse],
      }),
  ],
])("IDENTITY-8 a wallet that signs no messages signs in with a transaction %s, once", async (_what, sign) => {
  const { browser, verify } = await beginSignIn(sign);
  expect((await verify()).body).toMatchObject({ success: true, wallet: browser.address });
  expect(await isSignedIn(browser)).toBe(true);
  expect((await verify()).body.code).toBe("NONCE_INVALID");
});

it.each<[string, Sign]>([
  ["another memo", (wallet, text) => unsentTransaction(wallet, `${Buffer.from(text).toString()} `)],
  [
    "no memo",
    (wallet, text) => unsentTransaction(wallet, text, { instructions: [toOneself(wallet.address)] }),
  ],
  ["no transfer", (wallet, text) => unsentTransaction(wallet, text, { instructions: [memoOf(text)] })],
  [
    "two memos",
    (wallet, text) =>
      unsentTransaction(wallet, text, {
        instructions: [toOneself(wallet.address), memoOf(text), memoOf(text)],
      }),
  ],
  [
    "a transfer of a lamport",
    (wallet, text) =>
      unsentTransaction(wallet, text, {
        instructions: [toOneself(wallet.address, { lamports: 1n }), memoOf(text)],
      }),
  ],
  [
    "a transfer to somebody else",
    (wallet, text) =>
      unsentTransaction(wallet, text, {
        instructions: [toOneself(wallet.address, { to: other.address }), memoOf(text)],
      }),
  ],
  [
    "an instruction of another program",
    (wallet, text) =>
      unsentTransaction(wallet, text, {
        instructions: [
          toOneself(wallet.address),
          memoOf(text),
          { ...lighthouse, programAddress: address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA") },
        ],
      }),
  ],
  [
    "a nonce account's lifetime",
    (wallet, text) =>
      unsentTransaction(wallet, text, {
        instructions: [advanceNonce(wallet.address), toOneself(wallet.address), memoOf(text)],
      }),
  ],
  ["a block's hash", (wallet, text) => unsentTransaction(wallet, text, { blockhash: newWallet().address })],
  [
    "another payer, who signed it too",
    (wallet, text) => unsentTransaction(wallet, text, { payer: other.address, signers: [other, wallet] }),
  ],
  [
    "a second signer",
    (wallet, text) =>
      unsentTransaction(wallet, text, {
        instructions: [
          toOneself(wallet.address),
          memoOf(text),
          {
            ...lighthouse,
            accounts: [{ address: address(other.address), role: AccountRole.READONLY_SIGNER }],
          },
        ],
        signers: [wallet, other],
      }),
  ],
  ["no signature", (wallet, text) => unsentTransaction(wallet, text, { signers: [] })],
  [
    "somebody else's signature",
    (wallet, text) =>
      unsentTransaction(wallet, text, { signers: [{ ...wallet, sign: (message) => other.sign(message) }] }),
  ],
  ["no form at all", () => Buffer.from("no transaction").toString("base64")],
])("IDENTITY-8 a transaction with %s signs nobody in", async (_what, sign) => {
  const { browser, verify } = await beginSignIn(sign);
  expect((await verify()).body.code).toBe("SIGNATURE_INVALID");
  expect(await isSignedIn(browser)).toBe(false);
});

it("IDENTITY-8 no byte of the signed transaction can be changed", async () => {
  const length = 560;
  for (let at = 0; at < length; at += 53) {
    const { verify } = await beginSignIn((wallet, text) => {
      const wire = Buffer.from(unsentTransaction(wallet, text), "base64");
      expect(wire.length).toBeGreaterThan(length);
      wire[at]! ^= 1;
      return wire.toString("base64");
    });
    expect((await verify()).body.code).toBe("SIGNATURE_INVALID");
  }
});

it("IDENTITY-8 the nonce of a transaction ends after five minutes, and is of one browser", async () => {
  const { verify } = await beginSignIn();
  await panel.server.clock.advance(5 * 60_000);
  expect((await verify()).body.code).toBe("NONCE_INVALID");
  const mine = await beginSignIn();
  const stolen = await newBrowser(panel.server.url).call("POST", "/api/auth/verify", { body: mine.proof });
  expect(stolen.body.code).toBe("NONCE_INVALID");
  expect((await mine.verify()).status).toBe(200);
});

it("IDENTITY-8 LIMITS-2 a proof is a message with its signature, or a transaction, and never both", async () => {
  const { verify, proof } = await beginSignIn();
  const signed = { signature: "AAAA", signedMessage: "AAAA" };
  const wrong = [
    { signedTransaction: undefined },
    { signedTransaction: undefined, signature: "AAAA" },
    signed,
    { signature: "AAAA" },
  ];
  for (const changed of wrong) {
    expect((await verify(changed)).body).toMatchObject({ code: "INVALID_INPUT", field: "signature" });
  }
  const tooLong = { signedTransaction: "A".repeat(2052) };
  expect((await verify(tooLong)).body).toMatchObject({ code: "INVALID_INPUT", field: "signedTransaction" });
  expect(proof.nonce).toMatch(/./);
  expect((await verify()).status).toBe(200);
});

it("IDENTITY-8 ACCESS-8 an admin confirms with a transaction that names the purpose", async () => {
  const { admin, wallet } = panel;
  const prove = async (purpose: string, named = purpose) => {
    const { body } = await admin.call("POST", "/api/auth/step-up/nonce", { body: { purpose } });
    const input = { ...body.input, statement: body.input.statement.replace(purpose, named) };
    const signedTransaction = unsentTransaction(wallet, signInText(input, wallet.address));
    const proof = { address: wallet.address, nonce: body.input.nonce, signedTransaction };
    return admin.call("POST", "/api/auth/step-up/verify", { body: proof });
  };
  expect((await prove("sessions", "bets")).body.code).toBe("SIGNATURE_INVALID");
  expect((await prove("sessions")).body).toMatchObject({ success: true, wallet: wallet.address });
});
