import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBrowser } from "../../../../tests/support/browser-session.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { assignTitle } from "./change-titles.ts";
import { storeAchievementTitles } from "./check-achievements.ts";
import { readActiveTitles } from "./read-titles.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  await storeAchievementTitles(server);
});
afterAll(() => server.close());

/** A player who has unlocked these titles, and wears the first. */
async function playerWith(username: string, ...slugs: string[]) {
  const browser = newBrowser(server.url);
  await browser.signIn();
  await browser.call("POST", "/api/users", { body: { walletAddress: browser.address, username } });
  for (const slug of slugs) {
    await assignTitle(server, { wallet: browser.address, titleId: `title-${slug}`, by: "an-admin" });
  }
  return {
    ...browser,
    titles: () => browser.call("GET", `/api/titles/${browser.address}`),
    wear: (titleId: string) =>
      browser.call("POST", "/api/titles/set-active", { body: { walletAddress: browser.address, titleId } }),
  };
}
const activeIn = (body: { titles: readonly { slug: string; is_active: boolean }[] }) =>
  body.titles.filter((title) => title.is_active).map(({ slug }) => slug);

describe("a player's titles", () => {
  it("are those that were unlocked; the other achievements say how far they are", async () => {
    const player = await playerWith("Newcomer");
    const { body } = await player.titles();
    expect(body.titles).toEqual([]);
    expect(body.locked).toHaveLength(11);
    expect(body.locked).toContainEqual({ name: "High Roller", slug: "wagered-100", progress: 0, goal: 100 });
    const winner = await playerWith("Winner", "first-win");
    const own = (await winner.titles()).body;
    expect(own.titles).toEqual([
      { id: "title-first-win", name: "Maiden Breaker", slug: "first-win", is_active: true },
    ]);
    expect(own.locked.map(({ slug }: { slug: string }) => slug)).not.toContain("first-win");
  });

  it("TITLE-6 one is active: setting another takes the first off", async () => {
    const player = await playerWith("Wearer", "first-win", "jackpot");
    expect(activeIn((await player.wear("title-first-win")).body)).toEqual(["first-win"]);
    expect(activeIn((await player.wear("title-jackpot")).body)).toEqual(["jackpot"]);
    expect(activeIn((await player.wear("title-jackpot")).body)).toEqual(["jackpot"]);
    expect(activeIn((await player.titles()).body)).toEqual(["jackpot"]);
  });

  it("TITLE-6 one is active also when two are set at once", async () => {
    const player = await playerWith("Hasty", "first-win", "jackpot", "streak-3");
    const ids = ["title-first-win", "title-jackpot", "title-streak-3"];
    const answers = await Promise.all([...ids, ...ids].map((id) => player.wear(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(activeIn((await player.titles()).body)).toHaveLength(1);
  });

  it("TITLE-7 nobody wears what is not unlocked, is another's or does not exist", async () => {
    const player = await playerWith("Thief", "first-win");
    const owner = await playerWith("Owner", "jackpot");
    expect((await player.wear("title-jackpot")).body.code).toBe("TITLE_LOCKED");
    expect((await player.wear("title-emperor")).body.code).toBe("TITLE_NOT_FOUND");
    const forOwner = await player.call("POST", "/api/titles/set-active", {
      body: { walletAddress: owner.address, titleId: "title-jackpot" },
    });
    expect(forOwner.status).toBe(403);
    expect((await player.call("GET", `/api/titles/${owner.address}`)).status).toBe(403);
    expect(activeIn((await player.titles()).body)).toEqual(["first-win"]);
    expect(activeIn((await owner.titles()).body)).toEqual(["jackpot"]);
  });

  it("everybody sees the active one", async () => {
    const player = await playerWith("Star", "first-win", "jackpot");
    const seen = async () =>
      (await newBrowser(server.url).call("GET", `/api/users/${player.address}`)).body.user.active_title;
    expect(await seen()).toBe("Maiden Breaker");
    await player.wear("title-jackpot");
    expect(await seen()).toBe("Jackpot Winner");
    expect(await readActiveTitles(server.db, [player.address, "nobody"])).toEqual(
      new Map([[player.address, "Jackpot Winner"]]),
    );
  });
});
