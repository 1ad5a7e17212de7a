import { expect, it, vi } from "vitest";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { refuse } from "../../domain/result.ts";
import type { fetchApi } from "../lib/api.ts";
import { CallRefused } from "../lib/call-refused.ts";
import { createProfile } from "./create-profile.ts";
import { keepReferrer, readReferrer } from "./referrer.ts";

/** A server that refuses what `refusalFor` says, and remembers the referrers that it was told. */
function server(refusalFor: (referrer: string | null) => RefusalCode | null) {
  const told: (string | null)[] = [];
  const call = async (_name: string, { body }: { body: { username: string; referrer: string | null } }) => {
    told.push(body.referrer);
    const code = refusalFor(body.referrer);
    if (code !== null) throw new CallRefused(refuse(code));
    return { user: { username: body.username } };
  };
  return { told, call: call as unknown as typeof fetchApi };
}

const profile = { walletAddress: "w", username: "rider", referrer: "old-name" };

it.each(["REFERRER_UNKNOWN", "REFERRER_SELF"] as const)("joins without a referrer after %s", async (code) => {
  const { told, call } = server((referrer) => (referrer === null ? null : code));
  expect((await createProfile(call, profile)).user.username).toBe("rider");
  expect(told).toEqual(["old-name", null]);
});

it("joins without a referrer that the server cannot read", async () => {
  const told: (string | null)[] = [];
  const call = async (_name: string, { body }: { body: { referrer: string | null } }) => {
    told.push(body.referrer);
    if (body.referrer !== null) throw new CallRefused(refuse("INVALID_INPUT", { field: "referrer" }));
    return { user: {} };
  };
  await createProfile(call as unknown as typeof fetchApi, profile);
  expect(told).toEqual(["old-name", null]);
});

it("keeps no code of a link that can be nobody's", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("window", {});
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  keepReferrer("a".repeat(64));
  keepReferrer("b".repeat(65));
  keepReferrer(" ");
  expect([...kept.values()]).toEqual(["a".repeat(64)]);
  // Kept by an earlier version of the page.
  kept.set("referrer", "c".repeat(65));
  expect(readReferrer()).toBeNull();
  vi.unstubAllGlobals();
});

it("keeps a referrer that the server knows", async () => {
  const { told, call } = server(() => null);
  await createProfile(call, profile);
  expect(told).toEqual(["old-name"]);
});

it("passes on every other refusal", async () => {
  const { told, call } = server(() => "USERNAME_TAKEN");
  await expect(createProfile(call, profile)).rejects.toMatchObject({ code: "USERNAME_TAKEN" });
  expect(told).toHaveLength(1);
});
