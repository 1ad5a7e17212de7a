import { expect, it } from "vitest";
import type { Feature } from "../live/slots.tsx";
import { ADMIN_PATH, seesAdmin } from "./sees-admin.ts";

const features: readonly Feature[] = [{}, { pages: [{ paths: [ADMIN_PATH], Page: () => null }] }];
const session = { wallet: "me", isAdmin: true, isModerator: true };
const admin = { isConnected: true, session, features };

it("ACCESS-7 the admin link is for a connected wallet that the server calls an admin's", () => {
  expect(seesAdmin(admin)).toBe(true);
  expect(seesAdmin({ ...admin, isConnected: false })).toBe(false);
  expect(seesAdmin({ ...admin, session: { ...session, isAdmin: false } })).toBe(false);
});

it("ACCESS-7 where the server does not answer nobody is an admin", () =>
  expect(seesAdmin({ ...admin, session: undefined })).toBe(false));

it("ACCESS-7 nothing leads to a page that there is not", () =>
  expect(seesAdmin({ ...admin, features: [{}] })).toBe(false));
