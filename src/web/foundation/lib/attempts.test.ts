import { expect, it } from "vitest";
import { newAttempts } from "./attempts.ts";

const transfer = (amount: bigint, masterPassword: string) => ({
  body: { masterPassword, playerWallet: "w", amount },
});

it("IDEM-5 a failed attempt is repeated with its key while the content is the same, whatever the password", () => {
  const attempts = newAttempts();
  const key = attempts.keyOf("transferManually", transfer(5n, "mistyped"));
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(attempts.keyOf("sweepHouse", { body: {} })).not.toBe(key);
  expect(attempts.keyOf("transferManually", transfer(5n, "right"))).toBe(key);
  const other = attempts.keyOf("transferManually", transfer(6n, "right"));
  expect(other).not.toBe(key);
  expect(attempts.keyOf("transferManually", transfer(5n, "right"))).not.toBe(key);
  expect(JSON.stringify([...attempts])).not.toMatch(/mistyped|right/);
  expect(newAttempts().keyOf("transferManually", transfer(6n, "right"))).not.toBe(other);
});
