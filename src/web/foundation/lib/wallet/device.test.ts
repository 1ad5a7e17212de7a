import { afterEach, describe, expect, it, vi } from "vitest";
import { deviceOf, isInApp, takesMobileWallet } from "./device.ts";

afterEach(() => vi.unstubAllGlobals());

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
  ] as const)("%s with %d touch points is %s", (agent, maxTouchPoints, device, inApp) => {
    const browser = { userAgent: agents[agent], maxTouchPoints };
    expect([deviceOf(browser), isInApp(browser)]).toEqual([device, inApp]);
  });
});

const android =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36";

describe("the wallet apps of a phone", () => {
  it.each([
    [android, "devnet", true],
    [android, "mainnet-beta", true],
    [android, "localnet", false],
    [android, null, false],
    [android.replace("Pixel 9", "Pixel 9; wv"), "devnet", false],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)", "devnet", false],
    ["Mozilla/5.0 (X11; Linux x86_64)", "mainnet-beta", false],
  ] as const)("%s on %s: %s", (userAgent, network, expected) => {
    vi.stubGlobal("navigator", { userAgent, maxTouchPoints: 5 });
    expect(takesMobileWallet(network)).toBe(expected);
  });
});
