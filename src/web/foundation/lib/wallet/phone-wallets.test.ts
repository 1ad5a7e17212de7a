import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { browseLinks, installLinks } from "./phone-wallets.ts";

describe("links to wallets", () => {
  it("open this page in the wallet's own browser, in the form that each wallet reads", () => {
    expect(browseLinks("https://furlong.example/race/12?x=1#top", null, [])).toEqual([
      {
        name: "Phantom",
        url: "https://phantom.app/ul/browse/https%3A%2F%2Ffurlong.example%2Frace%2F12%3Fx%3D1?ref=https%3A%2F%2Ffurlong.example",
      },
      {
        name: "Solflare",
        url: "https://solflare.com/ul/v1/browse/https%3A%2F%2Ffurlong.example%2Frace%2F12%3Fx%3D1?ref=https%3A%2F%2Ffurlong.example",
      },
      {
        name: "Backpack",
        url: "https://backpack.app/ul/v1/browse/https%3A%2F%2Ffurlong.example%2Frace%2F12%3Fx%3D1?ref=https%3A%2F%2Ffurlong.example",
      },
    ]);
  });

  it("whose link brought the player here goes along, whatever the code holds", () => {
    const target = (url: string) => decodeURIComponent(new URL(url).pathname.split("/browse/")[1] ?? "");
    const [phantom] = browseLinks("https://furlong.example/", "Sea.Biscuit", []);
    expect(target(phantom?.url ?? "")).toBe("https://furlong.example/ref/Sea.Biscuit");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 64 }), (code) => {
        fc.pre(!/^\.{1,2}$/.test(code));
        for (const { url } of browseLinks("https://furlong.example/race", code, [])) {
          const { origin, pathname } = new URL(target(url));
          expect(origin).toBe("https://furlong.example");
          expect(pathname.startsWith("/ref/")).toBe(true);
          expect(decodeURIComponent(target(url).slice("https://furlong.example/ref/".length))).toBe(code);
        }
      }),
    );
  });

  it("are given only for wallets that are not there", () => {
    expect(installLinks(["Phantom"])).toEqual([
      { name: "Solflare", url: "https://solflare.com/download" },
      { name: "Backpack", url: "https://backpack.app/download" },
    ]);
    expect(
      browseLinks("https://furlong.example/", null, ["Phantom", "Backpack"]).map(({ name }) => name),
    ).toEqual(["Solflare"]);
  });
});
