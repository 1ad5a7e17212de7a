import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { screenshots } from "./installable.ts";

const publicFolder = new URL("../public/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name.replace(/^\//, ""), publicFolder));

/** Width and height, as the header of a PNG gives them. */
const sizeOf = (png: Buffer) => {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
};

it("the manifest's icons are there, in the sizes that it says", () => {
  const manifest = JSON.parse(read("manifest.webmanifest").toString()) as {
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[];
  };
  const pngs = manifest.icons.filter(({ src }) => src.endsWith(".png"));
  expect(pngs.map(({ src }) => sizeOf(read(src)))).toEqual(pngs.map(({ sizes }) => sizes));
  expect(pngs.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(pngs.some(({ purpose }) => purpose === "maskable")).toBe(true);
});

it("what the page links to is there", () => {
  const html = readFileSync(new URL("../index.html", import.meta.url), "utf8");
  const links = Array.from(html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g));
  expect(links.length).toBe(4);
  for (const [, href = ""] of links) expect(read(href).length).toBeGreaterThan(100);
  expect(sizeOf(read("apple-touch-icon.png"))).toBe("180x180");
  expect(sizeOf(read("favicon.ico").subarray(22))).toBe("32x32");
});

it("the manifest's pictures are those that the build emits", () => {
  const manifest = JSON.parse(read("manifest.webmanifest").toString()) as {
    readonly screenshots: readonly { readonly src: string }[];
  };
  expect(manifest.screenshots.map(({ src }) => src.slice(1))).toEqual(Object.keys(screenshots));
});
