import { createPrivateKey, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { visitAsAdmin } from "../support/admin-page.ts";
import { visit } from "../support/browser.ts";
import { type BrowserSession, newBrowser } from "../support/browser-session.ts";
import { dialog } from "../support/dialog.ts";
import { objectionsInThemes } from "../support/objections.ts";
import { newPlayer } from "../support/player.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";

const site = useSite();
const sizes = [
  { name: "desk", width: 1440, height: 900 },
  { name: "phone", width: 390, height: 844 },
];
const isSignedIn = async (player: BrowserSession) =>
  (await player.call("GET", "/api/auth/session")).body.wallet !== null;

describe.each(sizes)("on a $name", ({ name, ...size }) => {
  it("ACCESS-10 another admin's session is found and ended", async () => {
    const other = newPlayer(site.url);
    await other.signIn();
    await other.call("POST", "/api/local/admin", { body: {} });
    const { page, complaints } = await visitAsAdmin(
      site.browser,
      { username: `watch-${name}`, url: site.url, path: "/admin/users" },
      size,
    );
    const end = page.getByRole("button", { name: `End: ${other.address}` });
    await end.scrollIntoViewIfNeeded();
    expect(await objectionsInThemes(page, `admin-sessions-${name}`)).toEqual([]);
    await end.click();
    await dialog(page).getByText(other.address).waitFor();
    expect(await objectionsInThemes(page, `end-session-${name}`)).toEqual([]);
    await dialog(page).getByRole("button", { name: "End", exact: true }).click();
    await page.getByTestId("admin-banner").getByText("Session ended").waitFor();
    await end.waitFor({ state: "detached" });
    expect(await isSignedIn(other)).toBe(false);
    expect(complaints).toEqual([]);
  });

  it("ACCESS-10 a player sees where they are signed in, and ends it elsewhere", async () => {
    const { page, context, complaints } = await visit(site.browser, { name, url: site.url }, size);
    await signUp(page, `away-${name}`);
    const elsewhere = newBrowser(site.url);
    for (const { name: cookie, value } of await context.cookies()) elsewhere.cookies.set(cookie, value);
    // The wallet signs in once more, and the page goes on with that.
    const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
    const key = createPrivateKey({ key: JSON.parse(stored["local-wallet-key"]), format: "jwk" });
    const here = newBrowser(site.url, {
      address: stored["walletAddress"],
      sign: (message) => new Uint8Array(sign(null, message, key)),
    });
    await here.signIn();
    const url = site.url;
    await context.addCookies([...here.cookies].map(([cookie, value]) => ({ name: cookie, value, url })));
    await page.goto(`${site.url}/dashboard/profile`);
    await page.getByRole("heading", { name: "Where you are signed in" }).scrollIntoViewIfNeeded();
    const end = page.getByRole("button", { name: /^End: / });
    await end.waitFor();
    expect(await objectionsInThemes(page, `sessions-${name}`)).toEqual([]);
    await end.click();
    await end.waitFor({ state: "detached" });
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(complaints).toEqual([]);
  });
});
