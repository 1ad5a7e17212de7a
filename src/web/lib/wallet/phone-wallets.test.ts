import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviceOf, isInApp } from "./device.ts";
import { browseLinks, installLinks } from "./phone-wallets.ts";

const agents = {
  android:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  webView:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36",
  iphone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  mac: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  windows:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
};

describe("the device", () => {
  it.each([
    ["android", 5, "android", false],
    ["webView", 5, "android", true],
    ["iphone", 5, "ios", false],
    ["mac", 5, "ios", false],
    ["mac", 0, "desktop", false],
    ["windows", 10, "desktop", false],
  ] as const)("PHONE-1 %s with %d touch points is %s", (agent, maxTouchPoints, device, inApp) => {
    const browser = { userAgent: agents[agent], maxTouchPoints };
    expect([deviceOf(browser), isInApp(browser)]).toEqual([device, inApp]);
  });
});

describe("links to wallets", () => {
  it("PHONE-3 open this page in the wallet's own browser, in the form that each wallet reads", () => {
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

  it("PHONE-4 whose link brought the player here goes along, whatever the code holds", () => {
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

  it("PHONE-5 are given only for wallets that are not there", () => {
    expect(installLinks(["Phantom"])).toEqual([
      { name: "Solflare", url: "https://solflare.com/download" },
      { name: "Backpack", url: "https://backpack.app/download" },
    ]);
    expect(
      browseLinks("https://furlong.example/", null, ["Phantom", "Backpack"]).map(({ name }) => name),
    ).toEqual(["Solflare"]);
  });
});
