import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrowserSession } from "../support/browser-session.ts";
import type { Player } from "../support/player.ts";
import type { Fixture } from "./fixture.ts";

const names = [
  "<script>alert(1)</script>",
  "<img src=x>",
  "a\"onload='x",
  "javascript:x",
  "admin\u202Enimda",
  "adm\u200Bin",
  "\u0000abc",
  "abc\u0000",
  "a\nb\r\nc",
  "tab\tname",
  "\u001B[31mred",
  "\u0430dmin",
  "adm\u0131n",
  "\u{1F40E}\u{1F40E}\u{1F40E}",
  "a'; drop table users; --",
  "' or '1'='1",
  "${7*7}",
  "{{7*7}}",
  "../../etc",
  "a b c",
  "...",
  "___",
  "--",
  "x".repeat(21),
  "x".repeat(199),
  "x".repeat(90_000),
  "z\u0341\u0334\u0321".repeat(5),
  "\uFFFD\uFFFD\uFFFD",
  "\uD800abc",
  "",
  "   ",
  "ab",
];

async function mustHaveNoReferrer(newcomer: BrowserSession, referrer: string) {
  await newcomer.signIn();
  const { address } = newcomer;
  const made = await newcomer.call("POST", "/api/users", {
    body: { walletAddress: address, username: `new-${address.slice(0, 12)}`, referrer },
  });
  expect([made.status, made.body.user?.referrer]).toEqual([201, null]);
}

export function injectionAttacks(fixture: () => Fixture) {
  let player: Player;
  let newcomer: BrowserSession;
  let before: string;
  beforeAll(async () => {
    player = await fixture().newPlayer();
    newcomer = fixture().visitor();
    await newcomer.signIn();
    before = await fixture().holdings();
  });
  afterAll(async () => expect(await fixture().holdings()).toBe(before));

  const create = (fields: object) =>
    newcomer.call("POST", "/api/users", { body: { walletAddress: newcomer.address, ...fields } });

  describe("names", () => {
    it.each(names)(
      "somebody takes the name %j: 400, for a new profile and for a change",
      async (username) => {
        expect((await create({ username })).status).toBe(400);
        const change = await player.call("PATCH", `/api/users/${player.address}`, { body: { username } });
        expect(change.status).toBe(400);
      },
    );

    it.each<[unknown]>([[null], [5], [true], [[]], [{}], [["abc"]], [{ toString: "abc" }]])(
      "a name is %j: 400",
      async (username) => {
        expect((await create({ username })).status).toBe(400);
      },
    );

    it("somebody takes a name that reads like another's: 409, whatever letters it uses for it", async () => {
      const { body } = await player.call("GET", `/api/users/${player.address}`);
      const { username } = body.user;
      const wide = [...username].map((char) => String.fromCodePoint(char.codePointAt(0) + 0xfee0)).join("");
      const alike = [username.toUpperCase(), username.replace("-", "_"), username.replace("-", "."), wide];
      for (const name of [...alike, username.replaceAll("l", "1"), username.replaceAll("l", "I")])
        expect([name, (await create({ username: name })).status]).toEqual([name, 409]);
    });
  });

  it.each([[5], [{}], [[]], [true]])("the referrer is %j: 400, and no profile is made", async (referrer) => {
    expect((await create({ username: "newcomer", referrer })).status).toBe(400);
  });

  it.each([
    "[1,1,1]",
    "[1,1,1,1,1]",
    "[1,1,1,0]",
    "[1,1,1,-1]",
    "[1,1,1,1e400]",
    '[1,1,1,"x"]',
    "[1,1,1,null]",
    "[[1],1,1,1]",
    '{"0":1,"1":1,"2":1,"3":1,"length":4}',
    "null",
  ])("presets are %s: 400, the old ones stay", async (presets) => {
    const answer = await player.call("PUT", `/api/users/${player.address}/presets`, {
      raw: `{"presets":${presets}}`,
    });
    expect(answer.status).toBe(400);
  });

  it.each(["' or 1=1 --", "\u00e9", "a,b", "null", "undefined", "[object Object]"])(
    "the header that names the caller holds %j: 403, as it is not the session's wallet",
    async (wallet) => {
      const answer = await player.call("GET", `/api/wallet/balance/${player.address}`, {
        headers: { "x-wallet-address": Buffer.from(wallet).toString("latin1") },
      });
      expect(answer.status).toBe(403);
    },
  );

  it("what is refused is repeated in the answer: never as markup, never with the value sent", async () => {
    for (const path of [
      "/api/users/<script>alert(1)</script>",
      "/api/races/<b>",
      "/<script>",
      "/api/<img>",
    ]) {
      const answer = await player.call("GET", path);
      expect(answer.text).not.toMatch(/<script>alert|<img>|<b>/);
    }
  });

  it("an error is provoked in every way above: no answer shows a stack, a query or a path of the server", () => {
    const leaks = fixture().answers.filter((answer) =>
      /node_modules|\/src\/server|at \w+ \(|select .* from|syntax error|invalid byte sequence|PostgresError/i.test(
        answer,
      ),
    );
    expect(leaks).toEqual([]);
  });
}

/** Codes that make nobody a referrer: each newcomer gets a profile anyway (rule MONEY-13). */
export function referrerAttacks(fixture: () => Fixture) {
  it.each(["<script>", "' or 1=1 --", "\u0000", "a\u0000b", "\uD800", "__proto__", "\u202E", "x".repeat(65)])(
    "the referrer is %j: the profile has none",
    async (referrer) => {
      await mustHaveNoReferrer(fixture().visitor(), referrer);
    },
  );

  it("somebody refers itself: the profile has no referrer", async () => {
    const newest = fixture().visitor();
    await mustHaveNoReferrer(newest, newest.address);
  });
}
