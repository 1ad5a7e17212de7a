import { describe, expect, it } from "vitest";
import { lamports } from "../../domain/lamports.ts";
import { api } from "../api.ts";
import { readReply, requestFor } from "./client.ts";
import { readInput, writeReply } from "./wire.ts";

const ALICE = "So11111111111111111111111111111111111111112";

describe("requestFor", () => {
  it("MONEY-1 builds a bet that the server reads to the lamport", () => {
    const body = { walletAddress: ALICE, horseId: 3, amount: lamports(100_000_001n) };
    const request = requestFor(api.prepareBet, { params: { id: "r-1" }, body }, ALICE);
    expect(request).toEqual({
      method: "POST",
      path: "/api/races/r-1/bet/prepare",
      headers: { "content-type": "application/json", "x-wallet-address": ALICE },
      body: `{"walletAddress":"${ALICE}","horseId":3,"amount":0.100000001}`,
    });
    const raw = { params: { id: "r-1" }, body: JSON.parse(request.body ?? "") as unknown };
    expect(readInput(api.prepareBet, raw)).toMatchObject({ ok: true, value: { body } });
  });

  it("writes a query, without what is absent", () => {
    expect(requestFor(api.listRaces, { query: { limit: 5, cursor: "a:1" } }).path).toBe(
      "/api/races?limit=5&cursor=a%3A1",
    );
    expect(requestFor(api.listRaces, { query: { limit: 5, cursor: undefined } }).path).toBe(
      "/api/races?limit=5",
    );
    expect(requestFor(api.listRaces, {})).toEqual({
      method: "GET",
      path: "/api/races",
      headers: {},
      body: null,
    });
  });

  it("names the caller in a header only where the call knows it", () => {
    expect(requestFor(api.checkAdmin, {}, ALICE).headers).toEqual({ "x-wallet-address": ALICE });
    expect(requestFor(api.getRuntime, {}, ALICE).headers).toEqual({});
    expect(requestFor(api.checkAdmin, {}).headers).toEqual({});
  });

  it("MONEY-18 sends the master password in its header", () => {
    const request = requestFor(api.getHouseWalletDetails, { headers: { "x-master-password": "secret" } });
    expect(request).toMatchObject({
      path: "/api/house-wallet/details",
      headers: { "x-master-password": "secret" },
    });
    const input = { headers: { "x-master-password": "Königreich für 5 €" } };
    const { headers } = requestFor(api.getHouseWalletDetails, input);
    expect(headers["x-master-password"]).toBe("K\u00c3\u00b6nigreich f\u00c3\u00bcr 5 \u00e2\u0082\u00ac");
    expect(readInput(api.getHouseWalletDetails, { query: {}, headers })).toMatchObject({
      ok: true,
      value: input,
    });
  });

  it("throws at input that the contract does not take", () => {
    expect(() => requestFor(api.getRace, { params: { id: "../admin" } })).toThrow("must be a race id");
    const body = { amount: lamports(0n) };
    expect(() => requestFor(api.withdraw, { body })).toThrow("INVALID_AMOUNT");
  });
});

describe("readReply", () => {
  it("MONEY-1 reads what the server writes", () => {
    const reply = { balance: lamports(123_456_789n), onchain_balance: null };
    const json: unknown = JSON.parse(JSON.stringify(writeReply(api.getWalletBalance, reply)));
    expect(readReply(api.getWalletBalance, 200, json)).toEqual({ ok: true, value: reply });
  });

  it("reads a refusal with the server's message and field", () => {
    const json = { success: false, code: "BET_TOO_SMALL", message: "At least 0.01 SOL", field: "amount" };
    expect(readReply(api.prepareBet, 400, json)).toEqual({
      ok: false,
      code: "BET_TOO_SMALL",
      message: "At least 0.01 SOL",
      field: "amount",
    });
  });

  it("makes a refusal of everything else", () => {
    expect(readReply(api.getRuntime, 200, { success: true })).toEqual({ ok: false, code: "UNAVAILABLE" });
    expect(readReply(api.getRuntime, 502, "<html>")).toEqual({ ok: false, code: "UNAVAILABLE" });
    expect(readReply(api.getRuntime, 429, null)).toEqual({ ok: false, code: "RATE_LIMITED" });
  });

  it("passes a refusal of a newer server on with its text", () => {
    const refusal = { code: "FROM_THE_FUTURE", message: "Later" };
    expect(readReply(api.getRuntime, 409, refusal)).toEqual({ ok: false, ...refusal });
  });
});
