import { expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import { openProfiles } from "../../../../tests/support/profiles.ts";
import { sessions, signInNonces } from "../../foundation/db/schema/sign-in.ts";
import { deleteExpiredSignIns } from "./sessions.ts";

const { server, signedIn } = await openProfiles();
const HOUR_MS = 3_600_000;

it("GROWTH-2 sign-ins are deleted an hour after they expired, and sessions a day after their end", async () => {
  const stored = async () => [await server.db.$count(signInNonces), await server.db.$count(sessions)];
  const leaving = await signedIn();
  await signedIn();
  await leaving.call("POST", "/api/auth/logout");
  expect(await stored()).toEqual([2, 2]);
  const later = async (ms: number) => {
    await server.clock.advance(ms);
    await deleteExpiredSignIns(server);
    return stored();
  };
  // A nonce lives for five minutes, a session for seven days.
  expect(await later(HOUR_MS + 5 * 60_000)).toEqual([2, 2]);
  expect(await later(1)).toEqual([0, 2]);
  expect(await later(DAY_MS)).toEqual([0, 1]);
  expect(await later(6 * DAY_MS)).toEqual([0, 1]);
  expect(await later(DAY_MS)).toEqual([0, 0]);
});
