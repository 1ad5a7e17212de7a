import { afterEach, describe, expect, it, vi } from "vitest";
import { askLoopbackAccess } from "./mobile-wallet.ts";

afterEach(() => vi.unstubAllGlobals());

describe("the wallet apps of a phone", () => {
  /** A browser whose permission query answers with these states in order, the later ones after its owner was asked. */
  function openBrowser(...states: readonly (PermissionState | Error)[]) {
    const urls: string[] = [];
    const left = [...states];
    const query = async () => {
      const state = left.shift();
      if (state instanceof Error) throw state;
      return { state };
    };
    vi.stubGlobal("navigator", { permissions: { query } });
    vi.stubGlobal("fetch", async (url: string) => {
      urls.push(url);
      throw new TypeError("Failed to fetch");
    });
    return urls;
  }

  it("are reached when their owner allowed it, or is never asked", async () => {
    expect(openBrowser("granted")).toEqual([]);
    expect(await askLoopbackAccess()).toBe("granted");
    const urls = openBrowser(new TypeError("'loopback-network' is not a valid enum value"));
    expect(await askLoopbackAccess()).toBe("granted");
    expect(urls).toEqual([]);
  });

  it("are chosen once more after their owner was asked, and not reached after a no", async () => {
    const urls = openBrowser("prompt", "granted");
    expect(await askLoopbackAccess()).toBe("asked");
    expect(urls).toEqual(["http://localhost"]);
    openBrowser("prompt", "denied");
    expect(await askLoopbackAccess()).toBe("denied");
    openBrowser("prompt", "prompt");
    expect(await askLoopbackAccess()).toBe("denied");
    openBrowser("denied");
    expect(await askLoopbackAccess()).toBe("denied");
  });
});
