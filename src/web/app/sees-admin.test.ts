import { expect, it } from "vitest";
import { seesAdmin } from "./sees-admin.ts";

const session = { wallet: "me", isAdmin: true, isModerator: true };
const admin = { isConnected: true, session };

it("ACCESS-7 the admin link is for a connected wallet that the server calls an admin's", () => {
  expect(seesAdmin(admin)).toBe(true);
  expect(seesAdmin({ ...admin, isConnected: false })).toBe(false);
  expect(seesAdmin({ ...admin, session: { ...session, isAdmin: false } })).toBe(false);
});

it("ACCESS-7 where the server does not answer nobody is an admin", () =>
  expect(seesAdmin({ ...admin, session: undefined })).toBe(false));
