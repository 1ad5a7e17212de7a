import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import {
  blackPng,
  movingWebp,
  png,
  pngChunk,
  pngOf,
  webpOf,
  webpWith,
} from "../../../../tests/support/pictures.ts";
import { encodeEmote, type EmoteFormat, MAX_FILE_BYTES } from "./encode-emote.ts";

async function encoded(file: Uint8Array, format: EmoteFormat) {
  const result = await encodeEmote(file, format);
  if (!result.ok) throw new Error(`${result.code} ${result.message ?? ""}`);
  const { picture, still } = result.value;
  return { picture: Buffer.from(picture), still: still === null ? null : Buffer.from(still) };
}

const headOf = (file: Buffer) => sharp(file, { pages: -1 }).metadata();
const codeOf = async (file: Uint8Array, format: EmoteFormat) => {
  const result = await encodeEmote(file, format);
  return result.ok ? "taken" : result.code;
};

const small = { width: 32, height: 32 };
const SCRIPT = "<script>fetch('//evil.example')</script>";
const svg = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`,
);

describe("an uploaded emote", () => {
  it.each([
    ["a png", "png", () => pngOf({ width: 300, height: 100 })],
    ["a webp", "webp", () => webpOf({ width: 64, height: 200 })],
    ["a tiny png", "png", () => pngOf({ width: 1, height: 1 })],
    ["the largest", "png", () => pngOf({ width: 1024, height: 1024 })],
  ] as const)("EMOTE-10 %s becomes a square webp of 128 px", async (_what, format, make) => {
    const { picture, still } = await encoded(await make(), format);
    expect(await headOf(picture)).toMatchObject({ format: "webp", width: 128, height: 128, hasAlpha: true });
    expect(still).toBeNull();
  });

  it("EMOTE-10 one that moves goes on moving, no faster than the eye, and has a still picture beside it", async () => {
    const { picture, still } = await encoded(await movingWebp(6, { width: 40, height: 20 }, 5), "webp");
    const head = await headOf(picture);
    expect(head).toMatchObject({ format: "webp", width: 128, pages: 6, pageHeight: 128, loop: 0 });
    expect(head.delay).toEqual([40, 40, 40, 40, 40, 40]);
    const stillHead = await headOf(still ?? Buffer.alloc(0));
    expect(stillHead).toMatchObject({ format: "webp", width: 128, height: 128 });
    expect(stillHead.pages ?? 1).toBe(1);
  });
});

describe("LIMITS-6 what is not simply a picture", () => {
  it("keeps its pixels and loses what else it held", async () => {
    const withText = png(small, deflateSync(Buffer.alloc(5 * 32)), [
      pngChunk("tEXt", Buffer.from(`Comment\0${SCRIPT}`)),
    ]);
    const polyglots: readonly (readonly [Buffer, EmoteFormat])[] = [
      [Buffer.concat([await pngOf(small), Buffer.from(SCRIPT)]), "png"],
      [Buffer.concat([await pngOf(small), Buffer.from("PK\u0003\u0004a.jar")]), "png"],
      [withText, "png"],
      [webpWith(await webpOf(small), "XMP ", Buffer.from(SCRIPT)), "webp"],
      [webpWith(await webpOf(small), "EXIF", Buffer.from(SCRIPT)), "webp"],
    ];
    for (const [file, format] of polyglots) {
      const { picture } = await encoded(file, format);
      const text = picture.toString("latin1");
      for (const trace of ["script", "PK\u0003", "XMP ", "EXIF"]) expect(text).not.toContain(trace);
      const head = await headOf(picture);
      expect([head.exif, head.xmp, head.icc]).toEqual([undefined, undefined, undefined]);
    }
  });

  it.each([
    ["an SVG that says it is a png", "png", () => svg],
    [
      "an SVG behind a png's signature",
      "png",
      () => Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), svg]),
    ],
    ["an SVG in a webp's frame", "webp", () => Buffer.concat([Buffer.from("RIFF0000WEBP"), svg])],
    ["a webp that says it is a png", "png", () => webpOf(small)],
    ["a png that says it is a webp", "webp", () => pngOf(small)],
    [
      "a GIF",
      "png",
      () =>
        sharp({ create: { ...small, channels: 3, background: "red" } })
          .gif()
          .toBuffer(),
    ],
    [
      "a JPEG",
      "png",
      () =>
        sharp({ create: { ...small, channels: 3, background: "red" } })
          .jpeg()
          .toBuffer(),
    ],
    ["nothing", "png", () => Buffer.alloc(0)],
    ["half a png", "png", async () => (await pngOf({ width: 200, height: 200 })).subarray(0, 120)],
    ["half a webp", "webp", async () => (await webpOf({ width: 200, height: 200 })).subarray(0, 40)],
    ["noise", "webp", () => Buffer.from("RIFF\u0010\0\0\0WEBPVP8L\u0004\0\0\0noise")],
    ["a png without pixels", "png", () => png(small, deflateSync(Buffer.alloc(3)))],
    ["more bytes than may be", "png", () => Buffer.concat([blackPng(small), Buffer.alloc(MAX_FILE_BYTES)])],
  ] as const)("%s is refused", async (_what, format, make) => {
    expect(await codeOf(await make(), format)).toBe("EMOTE_IMAGE_INVALID");
  });

  it("a bomb of 400 million pixels in 50 kB is refused before it is decoded", async () => {
    const bomb = blackPng({ width: 20_000, height: 20_000 });
    expect(bomb.length).toBeLessThan(MAX_FILE_BYTES);
    const before = process.memoryUsage().rss;
    expect(await codeOf(bomb, "png")).toBe("EMOTE_IMAGE_INVALID");
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  it.each([
    ["10,000 frames", 10_000, { width: 1, height: 1 }],
    ["61 frames", 61, { width: 16, height: 16 }],
    ["more pixels over all frames than may be", 40, { width: 1000, height: 1000 }],
  ])("%s are refused", async (_what, frames, size) => {
    const file = await movingWebp(frames, size);
    expect(file.length).toBeLessThan(MAX_FILE_BYTES);
    expect(await codeOf(file, "webp")).toBe("EMOTE_IMAGE_INVALID");
  });

  it("60 frames are taken, and one pixel more than 1024 on a side is not", async () => {
    expect(await codeOf(await movingWebp(60, { width: 16, height: 16 }), "webp")).toBe("taken");
    expect(await codeOf(await pngOf({ width: 1025, height: 10 }), "png")).toBe("EMOTE_IMAGE_INVALID");
  });
});
