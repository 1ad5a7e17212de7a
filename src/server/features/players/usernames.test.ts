import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../domain/day-length.ts";
import type { BrowserSession } from "../../../../tests/support/browser-session.ts";
import { openProfiles } from "../../../../tests/support/profiles.ts";
import { usernames } from "../../foundation/db/schema/players.ts";

const { server, admin, signedIn, create, rename, profileOf, playerNamed } = await openProfiles();
const { clock } = server;

const HOUR_MS = 3_600_000;

const inAWeek = () => new Date(clock.now() + 7 * DAY_MS).toISOString();
const namesOf = async ({ address }: BrowserSession) =>
  (await server.db.select().from(usernames).where(eq(usernames.wallet, address))).map(
    ({ username }) => username,
  );
/** A week passes, which also ends the session. */
const weekLater = async (browser: BrowserSession) => {
  await clock.advance(7 * DAY_MS);
  await browser.signIn();
};
const changeableAt = async (browser: BrowserSession) =>
  (await profileOf(browser, browser.address)).body.user.username_changeable_at;

describe("how often a name is changed", () => {
  it("USERNAME-4 once more in the first 24 hours, and then once in seven days", async () => {
    const player = await playerNamed("Mistyped");
    expect(await changeableAt(player)).toBeNull();
    expect((await rename(player, "AsMeant")).status).toBe(200);
    expect(await changeableAt(player)).toBeNull();
    expect((await rename(player, "BetterYet")).body.user.username_changeable_at).toBe(inAWeek());
    await clock.advance(HOUR_MS);
    const refused = await rename(player, "AndAnother");
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        success: false,
        code: "USERNAME_CHANGED_LATELY",
        message: expect.stringMatching(/^You can change your username again on .+ UTC$/),
        field: "username",
        retryAfterMs: 7 * DAY_MS - HOUR_MS,
      },
    ]);
    expect((await profileOf(player, player.address)).body.user.username).toBe("BetterYet");
    await clock.advance(7 * DAY_MS - HOUR_MS - 1);
    await player.signIn();
    expect((await rename(player, "AndAnother")).status).toBe(429);
    await clock.advance(1);
    expect((await rename(player, "AndAnother")).status).toBe(200);
  });

  it("USERNAME-4 the change of a day-old name starts the seven days", async () => {
    const player = await playerNamed("DayOld");
    await clock.advance(DAY_MS);
    expect((await rename(player, "DayOlder")).status).toBe(200);
    expect((await rename(player, "DayOldest")).body.code).toBe("USERNAME_CHANGED_LATELY");
  });

  it("USERNAME-4 the name that the player has already is no change", async () => {
    const player = await playerNamed("SameAgain");
    for (const _ of [1, 2, 3]) expect((await rename(player, " SameAgain ")).status).toBe(200);
    expect(await changeableAt(player)).toBeNull();
  });

  it("USERNAME-4 a hundred changes at the same time are two", async () => {
    const player = await playerNamed("ManyAtOnce");
    const tries = await Promise.all(
      Array.from({ length: 100 }, (_, number) => rename(player, `Squatted${number}x`)),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await namesOf(player)).toHaveLength(3);
  });

  it("USERNAME-4 an admin changes it at any time, and the seven days start anew", async () => {
    const player = await playerNamed("RudeName");
    await rename(player, "RuderName");
    const panel = await signedIn(admin);
    const body = { adminWallet: admin.address, walletAddress: player.address, newUsername: "PoliteName" };
    for (const newUsername of ["PoliteName", "PoliterName"])
      expect(
        (await panel.call("POST", "/api/admin/user/username", { body: { ...body, newUsername } })).status,
      ).toBe(200);
    expect((await rename(player, "RuderName")).body.code).toBe("USERNAME_CHANGED_LATELY");
    await weekLater(player);
    expect((await rename(player, "RuderName")).status).toBe(200);
  });

  it("USERNAME-4 only its owner is told when", async () => {
    const player = await playerNamed("OwnerOnly");
    await rename(player, "OwnerOnlyTwo");
    await rename(player, "OwnerOnlyThree");
    expect(await changeableAt(player)).toBe(inAWeek());
    const stranger = await signedIn();
    expect((await profileOf(stranger, player.address)).body.user.username_changeable_at).toBeNull();
  });
});

describe("names that are no longer in use", () => {
  it("USERNAME-3 the last two stay reserved, an older one is free after 90 days", async () => {
    const owner = await playerNamed("OldestName");
    for (const next of ["OlderName", "OldName", "NewName"]) {
      expect((await rename(owner, next)).status).toBe(200);
      await weekLater(owner);
    }
    // OldestName was released on day 0; 21 days have passed.
    await clock.advance(69 * DAY_MS - 1);
    expect((await create(await signedIn(), "OldestName")).body.code).toBe("USERNAME_TAKEN");
    await clock.advance(1);
    expect((await create(await signedIn(), "0ldestname")).status).toBe(201);
    await clock.advance(400 * DAY_MS);
    for (const reserved of ["OlderName", "OldName", "NewName"])
      expect((await create(await signedIn(), reserved)).body.code).toBe("USERNAME_TAKEN");
    const referred = await create(await signedIn(), "ByOlderName", "OlderName");
    expect(referred.body.user.referrer).toBe(owner.address);
    const byOldest = await create(await signedIn(), "ByOldestName", "OldestName");
    expect(byOldest.body.user.referrer).not.toBe(owner.address);
  });

  it("USERNAME-3 whoever changes the name every week for two years holds no more than the names of 90 days", async () => {
    const squatter = await playerNamed("Squat000");
    for (let week = 1; week <= 104; week += 1) {
      await weekLater(squatter);
      expect((await rename(squatter, `Squat3${String(week).padStart(3, "0")}`)).status).toBe(200);
    }
    // The name in use, and what was released within 90 days.
    expect((await namesOf(squatter)).length).toBeLessThanOrEqual(14);
  });
});

describe("a name that cannot be had", () => {
  it("USERNAME-2 is refused with the name that it looks like, and three that can", async () => {
    await playerNamed("Seabiscuit");
    const second = await signedIn();
    const refused = await create(second, "5eab1scuit");
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        success: false,
        code: "USERNAME_TAKEN",
        message: "This username looks like “Seabiscuit”, which is taken",
        field: "username",
        like: "Seabiscuit",
        suggestions: [expect.any(String), expect.any(String), expect.any(String)],
      },
    ]);
    const same = (await create(second, "Seabiscuit")).body;
    expect([same.message, same.like]).toEqual(["This username is taken", undefined]);
    // Free for the one who asked, until one of them is taken.
    const [first = "", ...others] = refused.body.suggestions as string[];
    expect((await create(second, first)).status).toBe(201);
    for (const other of others) expect((await create(await signedIn(), other)).status).toBe(201);
    const next = (await create(await signedIn(), "Seabiscuit")).body.suggestions as string[];
    expect(next).toHaveLength(3);
    expect(next.filter((name) => [first, ...others].includes(name))).toEqual([]);
  });

  it("USERNAME-2 of 20 characters is offered others of 20 at most", async () => {
    const longest = "ThisNameIsOfTwentyCh";
    await playerNamed(longest);
    const { suggestions } = (await rename(await playerNamed("Shorter"), longest)).body;
    expect(suggestions).toHaveLength(3);
    for (const name of suggestions) expect((await create(await signedIn(), name)).status).toBe(201);
  });

  it.each(["admin", "Adm1n", "support", "HOUSE", "sys.tem", "Furlong", "fur-l0ng"])(
    "USERNAME-5 %s speaks for the house and is refused",
    async (name) => {
      const refused = await create(await signedIn(), name);
      expect([refused.status, refused.body.code, refused.body.field]).toEqual([
        400,
        "USERNAME_RESERVED",
        "username",
      ]);
    },
  );
});
