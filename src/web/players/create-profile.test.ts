import { expect, it } from "vitest";
import type { RefusalCode } from "../../contract/wire/refusals.ts";
import { refuse } from "../../domain/result.ts";
import type { fetchApi } from "../lib/api.ts";
import { CallRefused } from "../lib/call-refused.ts";
import { createProfile } from "./create-profile.ts";

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
