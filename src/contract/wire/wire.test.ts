import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod/mini";
import { refuse } from "../../domain/result.ts";
import { type Lamports, lamports } from "../../domain/lamports.ts";
import { api } from "../api.ts";
import type { Endpoint } from "./endpoint.ts";
import { claimedWallets, readInput, writeRefusal, writeReply } from "./wire.ts";

const ALICE = "So11111111111111111111111111111111111111112";
const BOB = "1".repeat(32);

const prepare = (body: unknown) => readInput(api.prepareBet, { params: { id: "r1" }, body });
const complete = { walletAddress: ALICE, horseId: 3, amount: 0.1 };

describe("readInput", () => {
  it("LIMITS-2 drops unknown fields", () => {
    const input = prepare({ ...complete, isAdmin: true, minAmount: 1 });
    expect(input).toEqual({
      ok: true,
      value: {
        params: { id: "r1" },
        query: {},
        body: { walletAddress: ALICE, horseId: 3, amount: 100_000_000n },
      },
    });
  });

  it.each([
    [
      { ...complete, walletAddress: "x" },
      "INVALID_INPUT",
      "walletAddress",
      "walletAddress must be a wallet address",
    ],
    [{ ...complete, horseId: "three" }, "INVALID_INPUT", "horseId", "horseId must be a horse's id"],
    [{ ...complete, horseId: 1.5 }, "INVALID_INPUT", "horseId", "horseId must be a horse's id"],
    [
      { walletAddress: ALICE, amount: 1 },
      "BET_INPUT_MISSING",
      "horseId",
      "Please select a horse and enter a bet amount",
    ],
    [
      { walletAddress: ALICE, horseId: 1 },
      "BET_INPUT_MISSING",
      "amount",
      "Please select a horse and enter a bet amount",
    ],
    [{ ...complete, amount: "ten" }, "INVALID_BET_AMOUNT", "amount", "Please enter a valid bet amount"],
    [{ ...complete, amount: 0 }, "INVALID_BET_AMOUNT", "amount", "Please enter a valid bet amount"],
    [{ ...complete, amount: -1 }, "INVALID_BET_AMOUNT", "amount", "Please enter a valid bet amount"],
    [{ ...complete, amount: [1] }, "INVALID_BET_AMOUNT", "amount", "Please enter a valid bet amount"],
  ])("LIMITS-2 LIMITS-3 names the field of %j", (body, code, field, message) => {
    expect(prepare(body)).toEqual({ ok: false, code, field, message });
  });

  it.each([undefined, null, [], "text", 7])("LIMITS-2 refuses the body %j", (body) => {
    expect(prepare(body)).toEqual({
      ok: false,
      code: "INVALID_INPUT",
      message: "The request body must be an object",
    });
  });

  it("LIMITS-2 says a product's text for presets and usernames", () => {
    const presets = (value: unknown) =>
      readInput(api.setPresets, { params: { wallet: ALICE }, body: { presets: value } });
    for (const wrong of [undefined, [1, 2, 3], [1, 2, 3, 0], [1, 2, 3, "x"], [1, 2, 3, 4, 5], "1,2,3,4"]) {
      expect(presets(wrong)).toMatchObject({
        ok: false,
        code: "PRESETS_INVALID",
        message: "All amounts must be positive numbers",
      });
    }
    expect(readInput(api.updateUsername, { params: { wallet: ALICE }, body: {} })).toMatchObject({
      code: "USERNAME_REQUIRED",
      field: "username",
      message: "Username is required",
    });
  });

  it("LIMITS-2 says what a field may be, whatever language another part of the process has set", () => {
    const before = z.config().localeError;
    z.config({ localeError: () => "Ungültige Auswahl" });
    onTestFinished(() => void z.config({ localeError: before }));
    const refused = (query: object) => readInput(api.listUsers, { query });
    expect(refused({ sort: "luck" })).toMatchObject({
      field: "sort",
      message: "sort must be one of joined, username, wallet, balance, wagered, won",
    });
    expect(prepare("text")).toMatchObject({ message: "The request body must be an object" });
  });

  it("LIMITS-2 refuses a repeated or odd field of the query", () => {
    expect(readInput(api.listRaces, { query: { limit: ["1", "2"] } })).toMatchObject({
      ok: false,
      field: "limit",
    });
    expect(readInput(api.listRaces, { query: { limit: "all" } })).toMatchObject({
      ok: false,
      field: "limit",
    });
    expect(readInput(api.listRaces, { query: { limit: "5000" } })).toMatchObject({
      value: { query: { limit: 100 } },
    });
    expect(readInput(api.getLeaderboard, { query: { period: "year" } })).toMatchObject({
      message: "period must be day, week or all",
    });
  });

  it("MONEY-18 takes the master password from the header and refuses it in the URL", () => {
    const headers = { "x-master-password": "secret", cookie: "c" };
    expect(readInput(api.getHouseWalletDetails, { query: {}, headers })).toMatchObject({
      value: { headers: { "x-master-password": "secret" } },
    });
    expect(readInput(api.getHouseWalletDetails, { query: {}, headers: {} })).toMatchObject({
      code: "MASTER_PASSWORD_REQUIRED",
      message: "Please enter master password",
    });
    expect(
      readInput(api.getHouseWalletDetails, { query: { masterPassword: "secret" }, headers }),
    ).toMatchObject({
      code: "MASTER_PASSWORD_IN_URL",
    });
  });

  it("tells missing transfer input in the product's words", () => {
    const body = { adminWallet: ALICE, masterPassword: "x", playerWallet: "", amount: 1 };
    expect(readInput(api.transferManually, { body })).toMatchObject({
      code: "TRANSFER_INPUT_MISSING",
      message: "Please fill in player wallet and amount",
    });
  });
});

describe("claimedWallets", () => {
  const values = (endpoint: Endpoint, raw: Parameters<typeof claimedWallets>[1]) =>
    claimedWallets(endpoint, raw).map(({ value }) => value);

  it("IDENTITY-3 finds the caller in header, path, query and body", () => {
    const headers = { "x-wallet-address": BOB };
    expect(values(api.setPresets, { headers, params: { wallet: ALICE } })).toEqual([BOB, ALICE]);
    expect(values(api.prepareBet, { body: complete })).toEqual([ALICE]);
    expect(values(api.listUsers, { query: { walletAddress: ALICE, adminWallet: BOB } })).toEqual([
      ALICE,
      BOB,
    ]);
    expect(values(api.claimReferrals, { body: { wallet: ALICE } })).toEqual([ALICE]);
  });

  it("IDENTITY-3 an absent claim says nothing, nor does 'anonymous'", () => {
    expect(values(api.listSettings, { query: {} })).toEqual([]);
    expect(values(api.getEmoteManifest, { params: { wallet: "anonymous" } })).toEqual([]);
    expect(values(api.getAnnouncements, { query: { wallet: "" } })).toEqual([]);
    expect(values(api.prepareBet, { body: null })).toEqual([]);
    expect(values(api.prepareBet, { body: Object.create({ walletAddress: ALICE }) })).toEqual([]);
  });

  it("IDENTITY-3 a claim of another kind is still a claim", () => {
    expect(values(api.prepareBet, { body: { walletAddress: [ALICE] } })).toEqual([[ALICE]]);
  });

  it("IDENTITY-3 the target of an admin's call is no claim", () => {
    expect(values(api.muteUser, { body: { adminWallet: ALICE, walletAddress: BOB } })).toEqual([ALICE]);
    expect(values(api.getUserDetails, { params: { wallet: BOB }, query: {} })).toEqual([]);
  });
});

describe("answers", () => {
  it("MONEY-1 a reply goes out as JSON with success, and with nothing that the contract does not name", () => {
    const reply = { balance: lamports(1n), onchain_balance: null, secret: "x" };
    expect(writeReply(api.getWalletBalance, reply)).toEqual({
      success: true,
      balance: 1e-9,
      onchain_balance: null,
    });
  });

  it("a reply that breaks the contract is a bug and throws", () => {
    const reply = { balance: -1n as Lamports, onchain_balance: null };
    expect(() => writeReply(api.getWalletBalance, reply)).toThrow("must be an amount");
  });

  it("LIMITS-2 a refusal has the catalogue's status and text, or its own", () => {
    expect(writeRefusal(refuse("BETTING_CLOSED"))).toEqual({
      status: 409,
      body: {
        success: false,
        code: "BETTING_CLOSED",
        message: "Betting is currently closed. Wait for the next race.",
      },
    });
    expect(writeRefusal(refuse("BET_TOO_SMALL", { field: "amount", message: "At least 0.01 SOL" }))).toEqual({
      status: 400,
      body: { success: false, code: "BET_TOO_SMALL", message: "At least 0.01 SOL", field: "amount" },
    });
  });
});
