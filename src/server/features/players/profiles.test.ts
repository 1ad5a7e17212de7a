import { address, getProgramDerivedAddress } from "@solana/kit";
import { describe, expect, it } from "vitest";
import { openProfiles } from "../../../../tests/support/profiles.ts";

const { server, chain, signedIn, create, rename, profileOf, playerNamed } = await openProfiles();
const [programAccount] = await getProgramDerivedAddress({
  programAddress: address("11111111111111111111111111111111"),
  seeds: ["furlong"],
});

describe("creating a profile", () => {
  it("answers 404 before, 201 with the profile, and 200 after", async () => {
    const browser = await signedIn();
    const before = await profileOf(browser, browser.address);
    expect(before.status).toBe(404);
    expect(before.body.code).toBe("PROFILE_NOT_FOUND");
    chain.balances.set(browser.address, 1_250_000_000n);
    const made = await create(browser, "  Seabiscuit ");
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      success: true,
      user: {
        wallet_address: browser.address,
        username: "Seabiscuit",
        username_changeable_at: null,
        balance: 0,
        onchain_balance: 1.25,
        created_at: new Date(server.clock.now()).toISOString(),
        is_streamer: false,
        is_partner: false,
        isChatModerator: false,
        streamer_privacy_enabled: true,
        referrer: null,
        total_wagered: 0,
        total_won: 0,
        races_played: 0,
        races_won: 0,
        referral_earnings: 0,
        current_win_streak: 0,
        active_title: null,
      },
    });
    expect((await profileOf(browser, browser.address)).body).toEqual(made.body);
    const again = await create(browser, "Another");
    expect(again.status).toBe(409);
    expect(again.body.code).toBe("PROFILE_EXISTS");
    expect((await create(await signedIn(), "Another")).status).toBe(201);
  });

  it.each([
    ["", "Username is required"],
    ["  ", "Username is required"],
    [undefined, "Username is required"],
    ["ab", "Username must be at least 3 characters"],
    ["a".repeat(21), "Username must be less than 20 characters"],
    ["a".repeat(5_000), "Username must be less than 20 characters"],
  ])("USERNAME-1 the name %j is refused", async (username, message) => {
    const answer = await create(await signedIn(), username);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, field: "username", message });
  });

  it("USERNAME-1 a name of other characters is refused", async () => {
    const browser = await signedIn();
    for (const username of ["na me", "<b>x</b>", "näme", "名前です", "a/b", "---"]) {
      expect((await create(browser, username)).status).toBe(400);
    }
    expect((await profileOf(browser, browser.address)).status).toBe(404);
  });

  it("USERNAME-2 a look-alike of a taken name is taken", async () => {
    await playerNamed("Will_Iams");
    const squatter = await signedIn();
    for (const username of ["will_iams", "WILLIAMS", "wi11iams", "Will.Iarns", "Will-lams"]) {
      const answer = await create(squatter, username);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: "USERNAME_TAKEN", field: "username" });
    }
    expect((await create(squatter, "Serena")).status).toBe(201);
  });

  it("USERNAME-2 of many that want one name at the same time, one gets it", async () => {
    const browsers = await Promise.all(Array.from({ length: 8 }, () => signedIn()));
    const answers = await Promise.all(browsers.map((browser) => create(browser, "Wanted")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
  });

  it("USERNAME-2 one wallet that asks for many names at the same time gets one", async () => {
    const browser = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => create(browser, `Greedy${"abcdef"[index]}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const freed = await signedIn();
    const taken = answers.findIndex(({ status }) => status === 201);
    const free = `Greedy${"abcdef"[taken === 0 ? 1 : 0]}`;
    expect((await create(freed, free)).status).toBe(201);
  });
});

describe("the referrer", () => {
  it("MONEY-13 is named by username, old username or wallet", async () => {
    const referrer = await playerNamed("Sponsor");
    const byName = await signedIn();
    expect((await create(byName, "ByName", "sponsor")).body.user.referrer).toBe(referrer.address);
    await rename(referrer, "Patron");
    const byOldName = await signedIn();
    expect((await create(byOldName, "ByOldName", "Sponsor")).body.user.referrer).toBe(referrer.address);
    const byWallet = await signedIn();
    expect((await create(byWallet, "ByWallet", referrer.address)).body.user.referrer).toBe(referrer.address);
    const none = await signedIn();
    expect((await create(none, "ByNobody", null)).body.user.referrer).toBeNull();
  });

  it.each([
    ["no name", "no-such-name"],
    ["longer than any name or wallet", "x".repeat(65)],
    ["as long as a request may be", "x".repeat(90_000)],
    ["no text that a database takes", "a\u0000b"],
    ["a program's account, for which nobody signs", programAccount],
  ])("MONEY-13 a code that is %s makes nobody the referrer and keeps nobody out", async (_about, code) => {
    const browser = await signedIn();
    const made = await create(browser, browser.address.slice(0, 12), code);
    expect([made.status, made.body.user?.referrer]).toEqual([201, null]);
  });

  it("MONEY-13 is never the player itself", async () => {
    const browser = await signedIn();
    const made = await create(browser, "Myself", browser.address);
    expect([made.status, made.body.user.referrer]).toEqual([201, null]);
  });

  it("MONEY-13 is not in a circle of two, nor of three", async () => {
    const [first, second, third] = [await signedIn(), await signedIn(), await signedIn()];
    expect((await create(second, "CircleTwo", first.address)).body.user.referrer).toBe(first.address);
    expect((await create(third, "CircleThree", "CircleTwo")).body.user.referrer).toBe(second.address);
    expect((await create(first, "CircleOne", "CircleThree")).body.user.referrer).toBeNull();
    const [fourth, fifth] = [await signedIn(), await signedIn()];
    await create(fifth, "PairFive", fourth.address);
    expect((await create(fourth, "PairFour", fifth.address)).body.user.referrer).toBeNull();
  });

  it("MONEY-13 two that name each other at the same moment do not close a circle", async () => {
    const [left, right] = [await signedIn(), await signedIn()];
    const made = await Promise.all([
      create(left, "AtOnceLeft", right.address),
      create(right, "AtOnceRight", left.address),
    ]);
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    expect(made.filter(({ body }) => body.user.referrer === null)).toHaveLength(1);
  });
});

describe("changing the username", () => {
  it("USERNAME-3 keeps the old name for its owner", async () => {
    const owner = await playerNamed("FirstName");
    expect((await rename(owner, "SecondName")).body.user.username).toBe("SecondName");
    const other = await playerNamed("Other");
    expect((await rename(other, "firstname")).body.code).toBe("USERNAME_TAKEN");
    expect((await create(await signedIn(), "F1rstName")).body.code).toBe("USERNAME_TAKEN");
    expect((await rename(owner, "firstname")).body.user.username).toBe("firstname");
  });

  it("needs a profile and a good name", async () => {
    const browser = await signedIn();
    expect((await rename(browser, "Nobody")).status).toBe(404);
    const player = await playerNamed("Renamer");
    expect((await rename(player, "x")).body.message).toBe("Username must be at least 3 characters");
    expect((await profileOf(player, player.address)).body.user.username).toBe("Renamer");
  });
});
