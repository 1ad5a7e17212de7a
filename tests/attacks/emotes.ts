import { beforeAll, describe, expect, it } from "vitest";
import type { Answer, BrowserSession, Json } from "../support/browser-session.ts";
import { blackPng, pngChunk, pngOf, png, webpOf } from "../support/pictures.ts";
import type { Player } from "../support/player.ts";
import type { Fixture } from "./fixture.ts";

const MAX_FILE_BYTES = 750_000;
const BODY_BYTES = 1024 * 1024;

const dataUrl = (file: Buffer, type = "png") => `data:image/${type};base64,${file.toString("base64")}`;
const gif = Buffer.from("GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;", "latin1");
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

/** Pictures that are not pictures, and emotes that are not for everybody. */
export function emoteAttacks(fixture: () => Fixture) {
  let player: Player;
  let everybodys: string;
  let streamers: string;
  let picture: Buffer;

  let admin: BrowserSession;
  /** A new admin for each group of uploads: an admin may upload thirty pictures a minute. */
  async function anotherAdmin() {
    admin = fixture().visitor();
    await admin.signIn();
    await admin.call("POST", "/api/local/admin", { body: { adminWallet: admin.address } });
  }
  const asAdmin = (method: string, path: string, body: Json): Promise<Answer> =>
    admin.call(method, `/api/admin${path}`, { body: { adminWallet: admin.address, ...body } });
  const newGroup = async (name: string, scope: string): Promise<string> =>
    (await asAdmin("POST", "/emote-groups", { name, scope })).body.group.id;
  const upload = (more: Json): Promise<Answer> =>
    asAdmin("POST", "/emotes/upload", {
      groupId: everybodys,
      shortcode: "attack",
      fileName: "a.png",
      dataUrl: dataUrl(picture),
      ...more,
    });
  const stored = async (): Promise<readonly Json[]> =>
    fixture().query("select id, shortcode from emotes order by id");

  beforeAll(async () => {
    player = await fixture().newPlayer();
    await anotherAdmin();
    picture = await pngOf({ width: 30, height: 20 });
    everybodys = await newGroup("attacks", "global");
    streamers = await newGroup("attacks on streamers", "streamer");
  });

  describe("pictures", () => {
    it.each<[string, () => Promise<string>]>([
      ["a WebP that says to be a PNG", async () => dataUrl(await webpOf({ width: 8, height: 8 }), "png")],
      ["a PNG that says to be a WebP", async () => dataUrl(picture, "webp")],
      ["an SVG that says to be a PNG", async () => dataUrl(svg, "png")],
      ["an SVG", async () => dataUrl(svg, "svg+xml")],
      ["a page", async () => `data:text/html;base64,${Buffer.from("<script>").toString("base64")}`],
      ["a GIF that says to be a PNG", async () => dataUrl(gif, "png")],
      [
        "a script after a PNG's first bytes",
        async () => dataUrl(Buffer.concat([picture.subarray(0, 8), svg])),
      ],
      ["a PNG that is cut off", async () => dataUrl(picture.subarray(0, -20))],
      ["a bomb of 400 million pixels", async () => dataUrl(blackPng({ width: 20_000, height: 20_000 }))],
      ["one pixel too wide", async () => dataUrl(blackPng({ width: 1_025, height: 8 }))],
      [
        "a header that promises four thousand million pixels",
        async () => dataUrl(png({ width: 65_535, height: 65_535 }, Buffer.alloc(9))),
      ],
      ["a picture of no width", async () => dataUrl(png({ width: 0, height: 0 }, Buffer.alloc(9)))],
      [
        "a byte more than a file may have",
        async () => {
          const filler = pngChunk("teXt", Buffer.alloc(MAX_FILE_BYTES + 1 - picture.length - 12));
          return dataUrl(Buffer.concat([picture.subarray(0, -12), filler, picture.subarray(-12)]));
        },
      ],
      ["an address instead of a picture", async () => "https://evil.example/a.png"],
      ["a file of this machine", async () => "file:///etc/passwd"],
      ["nothing", async () => "data:image/png;base64,"],
    ])("an admin uploads %s: 400, nothing is stored, and the server goes on", async (_what, urlOf) => {
      const before = await stored();
      const url = await urlOf();
      expect((await upload({ dataUrl: url })).status).toBe(400);
      expect(await stored()).toEqual(before);
      expect((await player.call("GET", "/api/health/ready")).status).toBe(200);
    });

    it("a body of 1 MB and a byte is sent: 413, and with a byte less it is read", async () => {
      const bodyOf = (bytes: number) => {
        const start = `{"adminWallet":"${admin.address}","groupId":"${everybodys}","shortcode":"big","fileName":"a.png","dataUrl":"`;
        return `${start}${"x".repeat(bytes - start.length - 2)}"}`;
      };
      const send = async (bytes: number) =>
        (await admin.call("POST", "/api/admin/emotes/upload", { raw: bodyOf(bytes) })).status;
      expect(await send(BODY_BYTES + 1)).toBe(413);
      expect(await send(BODY_BYTES)).toBe(400);
      // No other call accepts as much.
      expect((await player.call("POST", "/api/users", { raw: bodyOf(BODY_BYTES) })).status).toBe(413);
    });
  });

  describe("names", () => {
    beforeAll(anotherAdmin);

    it.each([
      "../../evil",
      "a/b",
      "a\\b",
      "a\u0000b",
      "a.webp",
      "<b>",
      "a b",
      ":a:",
      "__proto__\u200B",
      "x",
      "é",
      "x".repeat(33),
    ])("an emote is to be called %j: 400", async (shortcode) => {
      expect((await upload({ shortcode })).status).toBe(400);
    });

    it("the file's own name leads out of its folder: the server names it, and what it held besides is gone", async () => {
      const script = pngChunk("tEXt", Buffer.from("Comment\u0000<script>alert(1)</script>"));
      const laden = Buffer.concat([
        picture.subarray(0, 33),
        script,
        picture.subarray(33),
        Buffer.from("<script>"),
      ]);
      const { status, body } = await upload({
        shortcode: "named",
        fileName: "../../../../etc/cron.d/x.svg",
        dataUrl: dataUrl(laden),
      });
      expect(status).toBe(201);
      expect(body.emote.file_path).toMatch(/^\/emotes\/[0-9a-f]{32}\.1\.webp$/);
      const file = await player.call("GET", body.emote.file_path);
      expect(file.text.slice(0, 4)).toBe("RIFF");
      expect(file.text).not.toContain("script");
      expect(Object.fromEntries(file.headers)).toMatchObject({
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
      });
    });
  });

  describe("many at once", () => {
    beforeAll(anotherAdmin);

    it("forty bombs come at once: refused, and others are answered meanwhile", async () => {
      const url = dataUrl(blackPng({ width: 20_000, height: 20_000 }));
      const bombs = Array.from({ length: 40 }, () => upload({ dataUrl: url }));
      const begin = Date.now();
      expect((await player.call("GET", "/api/health/ready")).status).toBe(200);
      expect(Date.now() - begin).toBeLessThan(10_000);
      for (const { status } of await Promise.all(bombs)) expect([400, 429]).toContain(status);
    });
  });

  describe("emotes of others", () => {
    beforeAll(anotherAdmin);

    it("a player looks for an emote of streamers: not in its manifest, nor in anybody's, and another's is 403", async () => {
      const streamer = await fixture().newPlayer();
      await fixture().query("update users set is_streamer = true where wallet = $1", [streamer.address]);
      expect((await upload({ groupId: streamers, shortcode: "backstage" })).status).toBe(201);
      const manifest = (browser: Player, wallet: string) =>
        browser.call("GET", `/api/emotes/manifest/${wallet}`);
      expect((await manifest(streamer, streamer.address)).text).toContain("backstage");
      for (const wallet of [player.address, "anonymous"]) {
        const { status, text, headers } = await manifest(player, wallet);
        expect(status).toBe(200);
        expect(text).not.toMatch(/backstage|attacks on streamers/);
        expect(headers.get("cache-control")).toBe("private, no-cache");
      }
      expect((await manifest(player, streamer.address)).status).toBe(403);
      // The version that the streamer received is of no use to others.
      const etag = (await manifest(streamer, streamer.address)).headers.get("etag") ?? "";
      const again = await player.call("GET", `/api/emotes/manifest/${player.address}`, {
        headers: { "if-none-match": etag },
      });
      expect(again.status).toBe(200);
    });

    it("a player takes a group for itself: 403, and its manifest stays", async () => {
      const body = { adminWallet: player.address, groupId: streamers, walletAddress: player.address };
      for (const path of ["assign", "unassign"])
        expect((await player.call("POST", `/api/admin/emote-groups/${path}`, { body })).status).toBe(403);
      const made = await player.call("POST", "/api/admin/emotes/upload", {
        body: { ...body, shortcode: "mine", fileName: "a.png", dataUrl: dataUrl(picture) },
      });
      expect(made.status).toBe(403);
      const { text } = await player.call("GET", `/api/emotes/manifest/${player.address}`);
      expect(text).not.toMatch(/backstage|mine/);
    });

    it.each([
      "..%2f..%2fpackage.json",
      "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
      "a.webp",
      `${"0".repeat(32)}.1.webp`,
      "%00",
      "'--.1.webp",
    ])("the picture %s is asked for: 404", async (name) => {
      expect((await player.call("GET", `/emotes/${name}`)).status).toBe(404);
    });
  });
}
