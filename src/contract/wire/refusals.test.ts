import { describe, expect, it } from "vitest";
import type { Refusal } from "./client-refusals.ts";
import { isRefusalCode, refusals } from "./refusals.ts";

const entries = Object.entries<Refusal>(refusals);

describe("the catalogue of refusals", () => {
  it.each([
    ["BETTING_CLOSED", 409, "Betting is currently closed. Wait for the next race."],
    ["ALREADY_BET", 409, "You have already placed a bet on this race"],
    ["INVALID_BET_AMOUNT", 400, "Please enter a valid bet amount"],
    ["BET_INPUT_MISSING", 400, "Please select a horse and enter a bet amount"],
    ["USERNAME_REQUIRED", 400, "Username is required"],
    ["USERNAME_TOO_SHORT", 400, "Username must be at least 3 characters"],
    ["USERNAME_TOO_LONG", 400, "Username must be less than 20 characters"],
    ["PRESETS_INVALID", 400, "All amounts must be positive numbers"],
    ["NOT_ADMIN", 403, "You do not have admin access"],
    ["PASSWORDS_DIFFER", 400, "Passwords do not match"],
    ["MASTER_PASSWORD_REQUIRED", 400, "Please enter master password"],
    ["TRANSFER_INPUT_MISSING", 400, "Please fill in player wallet and amount"],
    ["INTERNAL_ERROR", 500, "Something went wrong"],
  ])("LIMITS-2 %s is %d with the product's text", (code, status, text) => {
    expect(refusals[code as keyof typeof refusals]).toEqual({ status, text });
  });

  it.each(entries)("LIMITS-2 %s reads as a code and a sentence", (code, { status, text }) => {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toMatch(/^[A-Z]/);
  });

  it("LIMITS-2 has a refusal for every status that means something", () => {
    const statuses = new Set(entries.map(([, { status }]) => status));
    for (const status of [400, 401, 403, 404, 409, 413, 415, 429, 503] as const)
      expect(statuses).toContain(status);
  });

  it("knows its own codes only", () => {
    expect(isRefusalCode("NOT_FOUND")).toBe(true);
    for (const other of ["toString", "__proto__", "constructor", ""])
      expect(isRefusalCode(other)).toBe(false);
  });
});
