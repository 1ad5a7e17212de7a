import { and, eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBrowser, newWallet } from "../../../../tests/support/browser-session.ts";
import { openTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { openTestServer, type TestServer } from "../../../../tests/support/http-server.ts";
import { openRaceRoom, type RaceRoom, SOL, walletOf } from "../../../../tests/support/race-room.ts";
import { writeWebRoot } from "../../../../tests/support/web-root.ts";
import { usernames, users } from "../db/schema/players.ts";
import { raceHorses } from "../db/schema/races.ts";
import { usernameSkeleton } from "../../../domain/username.ts";
import { publicLimits } from "../http/limits.ts";

const { webRoot, remove } = writeWebRoot();
const ORIGIN = "https://furlong.example";
let database: TestDatabase;
let room: RaceRoom;
let server: TestServer;
let finished: string;

beforeAll(async () => {
  database = await openTestDatabase();
  room = await openRaceRoom({ database });
  server = await openTestServer({
    database,
    clock: room.clock,
    webRoot,
    publicOrigin: ORIGIN,
    isLocal: false,
    limits: publicLimits,
    trustedProxies: () => true,
  });
  await room.fundHouse(10n * SOL);
  for (const name of ["alice", "bob", "hidden"]) {
    const wallet = await room.player(name);
    const skeleton = usernameSkeleton(name);
    await room.db
      .insert(usernames)
      .values({ skeleton, username: name, wallet, takenAt: new Date(room.clock.now()) });
  }
  await room.db
    .update(users)
    .set({ isStreamer: true })
    .where(eq(users.wallet, walletOf("hidden")));
  const { id } = await room.openRace();
  const { winner } = await room.outcome(id);
  await room.bet(id, "alice", { horse: winner, stake: SOL });
  await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: 2n * SOL });
  await room.runToEnd(id);
  finished = id;
});
afterAll(async () => {
  await server?.close();
  await room?.close();
  remove();
});

const from = (address: string) =>
  newBrowser(server.url, undefined, { headers: { "x-forwarded-for": address } });
const get = (path: string, headers: Record<string, string> = {}, address = "192.0.2.1") =>
  from(address).call("GET", path, { headers });

/** A picture's bytes, and the rest of the answer. */
async function picture(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}${path}`, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const decode = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) =>
    name === "amp" ? "&" : name === "lt" ? "<" : name === "gt" ? ">" : name === "quot" ? '"' : "'",
  );

/** The tags of a page's head, by their names. */
function tagsOf(html: string): Readonly<Record<string, string>> {
  const found = html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)" \/>/g);
  return Object.fromEntries(Array.from(found, ([, name = "", content = ""]) => [name, decode(content)]));
}

describe("the page of a finished race", () => {
  it("SHARE-1 has a title, a sentence and a picture for those who show its link", async () => {
    const page = await get(`/race/${finished}`);
    expect(page.status).toBe(200);
    const race = (await get(`/api/races/${finished}`)).body.race;
    const tags = tagsOf(page.text);
    expect(tags).toMatchObject({
      "og:title": expect.stringContaining(`${race.winning_horse.name} wins`),
      "og:description": expect.stringMatching(/^Pays ×2\.85\. Pool 3\.0000 SOL\./),
      "og:url": `${ORIGIN}/race/${finished}`,
      "og:image": expect.stringMatching(
        new RegExp(`^${ORIGIN}/preview/race/${finished}\\.png\\?v=[\\w-]{22}$`),
      ),
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
    });
    const { answer, bytes } = await picture(tags["og:image"]!.slice(ORIGIN.length));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    // Across the middle of the winner's silk, whatever its pattern.
    const colors = Array.from({ length: 90 }, (_, dx) => {
      const at = 3 * (1200 * 225 + 120 + dx);
      return `#${data.subarray(at, at + 3).toString("hex")}`;
    });
    expect(colors).toContain(race.winning_horse.color.toLowerCase());
  });

  it("SHARE-4 is not sent again to those who have it, and not drawn again", async () => {
    const path = `/preview/race/${finished}.png`;
    const { answer, bytes } = await picture(path);
    const etag = answer.headers.get("etag")!;
    const again = await picture(path, { "if-none-match": `"other", ${etag}` });
    expect([again.answer.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.answer.headers.get("etag")).toBe(etag);
    expect((await picture(path)).bytes.equals(bytes)).toBe(true);
  });

  it("SHARE-1 has another picture once the theme is another", async () => {
    const before = (await picture(`/preview/race/${finished}.png`)).answer.headers.get("etag");
    await room.setting("theme", "solana-future");
    const after = await picture(`/preview/race/${finished}.png`);
    await room.setting("theme", "main-prime");
    expect(after.answer.headers.get("etag")).not.toBe(before);
    const { data } = await sharp(after.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = 3 * (1200 * 103 + 236);
    expect(data.subarray(at, at + 3).toString("hex")).toBe("14f195");
  });

  it.each([`"><script>alert(1)</script>`, "]]></title><script>", "中文 \u202e", "<!--", "$& $' $`"])(
    "SHARE-3 the horse's name %s is text, and nothing else, in the page",
    async (name) => {
      const { winningNumber } = await room.race(finished);
      const isWinner = and(eq(raceHorses.raceId, finished), eq(raceHorses.number, winningNumber!));
      const [was] = await room.db.select().from(raceHorses).where(isWinner);
      // A race keeps the names that it committed to (rule FAIR-12).
      await room.db.execute(sql`alter table race_horses disable trigger user`);
      await room.db.update(raceHorses).set({ name }).where(isWinner);
      const page = await get(`/race/${finished}`);
      const { answer } = await picture(`/preview/race/${finished}.png`);
      await room.db.update(raceHorses).set({ name: was!.name }).where(isWinner);
      await room.db.execute(sql`alter table race_horses enable trigger user`);
      const tags = tagsOf(page.text);
      expect(tags["og:title"]).toContain(`${name} wins`);
      expect(Object.keys(tags)).toHaveLength(11);
      expect(page.text).not.toContain("<script");
      expect(page.text.match(/<title>/g)).toHaveLength(1);
      expect(answer.status).toBe(200);
    },
  );
});

describe("the page of a race that is not over", () => {
  it("SHARE-1 says so at every moment, never names the winner, and is soon asked for again", async () => {
    const { id } = await room.openRace();
    const { winner } = await room.outcome(id);
    const seen = async () => tagsOf((await get(`/race/${id}`)).text);
    const pending = await seen();
    expect(pending["og:title"]).toMatch(/: Betting is open$/);
    expect(pending["og:description"]).toBe("Not over yet. Pool so far 0.0000 SOL.");
    await room.bet(id, "alice", { horse: winner, stake: SOL });
    await room.bet(id, "bob", { horse: (winner % 6) + 1, stake: SOL });
    await room.round();
    const countdown = await seen();
    expect(countdown["og:title"]).toMatch(/: Betting closes at \d\d:\d\d:\d\d UTC$/);
    expect(countdown["og:description"]).toBe("Not over yet. Pool so far 2.0000 SOL.");
    const { answer } = await picture(`/preview/race/${id}.png`);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=30");
    expect(countdown["og:image"]).not.toBe(pending["og:image"]);

    const { body } = await get(`/api/races/${id}`);
    const names: string[] = body.race.horses.map(({ name }: { name: string }) => name);
    const titles = new Set<string>();
    for (let at = 0; (await room.race(id)).status !== "completed" && at < 400; at += 1) {
      const { "og:title": title = "", "og:description": description = "" } = await seen();
      if ((await room.race(id)).status === "completed") break;
      titles.add(title.replace(/^.*?: /, "").replace(/\d\d:\d\d:\d\d/, ""));
      expect(names.filter((name) => `${title} ${description}`.includes(name))).toEqual([]);
      await room.run(500);
      await room.confirmAnchors();
    }
    expect([...titles]).toEqual(["Betting closes at  UTC", "Betting is closed", "They’re off"]);
    expect((await seen())["og:title"]).toMatch(/ wins$/);
  });

  it.each(["race-99999", "no id", "..%2f..%2fpackage", "%00", "x.png"])(
    "SHARE-1 of %s, which is no race, there is no picture",
    async (id) => {
      const answer = await get(`/preview/race/${id.replaceAll(" ", "%20")}.png`);
      expect(answer.status).toBe(404);
      expect(answer.body.code).toBe("NOT_FOUND");
    },
  );

  it.each([
    "/preview",
    "/preview/",
    "/preview/race/",
    "/preview/race/x",
    "/preview/race/a/b.png",
    "/preview/x.png",
  ])("%s is nothing: 404", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe("the page of an invitation", () => {
  it("SHARE-2 names the player who invites", async () => {
    for (const code of ["alice", "ALICE", walletOf("alice")]) {
      const tags = tagsOf((await get(`/ref/${code}`)).text);
      expect(tags["og:title"]).toBe("alice invites you to Furlong");
      expect(tags["og:image"]).toContain(`${ORIGIN}/preview/ref/${code}.png?v=`);
      const { answer, bytes } = await picture(`/preview/ref/${code}.png`);
      expect(answer.status).toBe(200);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    }
  });

  it("SHARE-2 names nobody who hides figures, neither in words nor in the picture", async () => {
    const tags = tagsOf((await get("/ref/hidden")).text);
    expect(tags["og:title"]).toBe("You are invited to Furlong");
    const { bytes } = await picture("/preview/ref/hidden.png");
    const nobody = await picture(`/preview/ref/${newWallet().address}.png`);
    expect(bytes.equals(nobody.bytes)).toBe(true);
    expect((await picture("/preview/ref/alice.png")).bytes.equals(bytes)).toBe(false);
  });

  it("SHARE-2 a code that nobody has is a page without a picture", async () => {
    const page = await get("/ref/nobody-of-this-name");
    expect(page.status).toBe(200);
    expect(tagsOf(page.text)).toEqual({});
    expect((await get("/preview/ref/nobody-of-this-name.png")).status).toBe(404);
    expect((await get("/preview/ref/%22%3E%3Cscript%3E.png")).status).toBe(404);
    expect((await get("/ref/%22%3E%3Cscript%3E")).text).not.toContain("<script");
  });
});

it("SHARE-4 an address has thirty new pictures drawn a minute: it still gets those in memory, and others are served", async () => {
  const names = Array.from({ length: 40 }, (_, at) => `player_${at}x`);
  for (const name of names) {
    const wallet = await room.player(name);
    const takenAt = new Date(room.clock.now());
    await room.db
      .insert(usernames)
      .values({ skeleton: usernameSkeleton(name), username: name, wallet, takenAt });
  }
  const ask = (name: string, address: string) => get(`/preview/ref/${name}.png`, {}, address);
  const answers = [];
  for (const name of names) answers.push(await ask(name, "203.0.113.5"));
  expect(answers.map(({ status }) => status)).toEqual(names.map((_, at) => (at < 30 ? 200 : 429)));
  expect(Number(answers[39]!.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answers[39]!.headers.get("cache-control")).toBe("no-store");
  expect((await ask(names[0]!, "203.0.113.5")).status).toBe(200);
  expect((await ask(names[39]!, "203.0.113.6")).status).toBe(200);
  expect((await ask(names[39]!, "203.0.113.5")).status).toBe(200);
});
