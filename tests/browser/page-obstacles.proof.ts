import { networkInterfaces } from "node:os";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { objectionsInThemes } from "../support/objections.ts";
import { leaveDashboard, visit } from "../support/browser.ts";
import { signUp } from "../support/sign-up.ts";
import { useSite } from "../support/site.ts";

const site = useSite({ env: { HOST: "0.0.0.0", LOCAL_PLAYERS: "3" } });

/** The address under which another device of the network would open the page. */
const lanAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((known) => known?.family === "IPv4" && !known.internal)?.address ?? "0.0.0.0";

const walletDialog = async (page: Page) => {
  await page.getByRole("banner").getByRole("button", { name: "Connect Wallet" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect Wallet" });
  await dialog.waitFor();
  return dialog;
};

const phone = { width: 390, height: 844 };

it("PAGE-3 over plain HTTP of the local network the dialog says why no wallet can sign in, and the race is shown", async () => {
  const url = `http://${lanAddress()}:${site.server.port}`;
  const { page } = await visit(site.browser, { name: "lan", url }, phone);
  await page.getByTestId("pool").waitFor();
  expect(site.server.lines.join("\n")).toContain("nobody can sign in from another machine");
  const dialog = await walletDialog(page);
  await dialog.getByRole("alert").getByText("Over plain HTTP no wallet can sign in").waitFor();
  expect(await dialog.getByRole("button", { name: /wallet/, disabled: false }).count()).toBe(0);
  expect(await objectionsInThemes(page, "plain-http")).toEqual([]);
});

it("PAGE-3 with cookies blocked the dialog says so, also where the browser does not admit it", async () => {
  const { page, context } = await visit(site.browser, { name: "cookieless", url: site.url });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setDocumentCookieDisabled", { disabled: true });
  const dialog = await walletDialog(page);
  await dialog.getByRole("alert").getByText("Your browser blocks this site's cookies").waitFor();
  expect(await objectionsInThemes(page, "cookies-blocked")).toEqual([]);
  await page.keyboard.press("Escape");

  await session.send("Emulation.setDocumentCookieDisabled", { disabled: false });
  await page.reload();
  const again = await walletDialog(page);
  await again.getByRole("button", { name: /Furlong local wallet/ }).click();
  // The browser has dropped the cookie of the request that the wallet is asked to sign.
  await page.getByRole("button", { name: "Approve" }).waitFor();
  await context.clearCookies();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("alert").getByText("or your browser blocks this site's cookies").waitFor();
});

it("PAGE-3 without storage one can sign in and play; nothing is remembered", async () => {
  const { page, context, complaints } = await visit(site.browser, { name: "storeless", url: site.url });
  await context.addInitScript(() => {
    for (const store of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, store, {
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
  });
  await page.reload();
  const dialog = await walletDialog(page);
  await dialog.getByText("Your browser stores nothing for this site: you can play").waitFor();
  expect(await objectionsInThemes(page, "nothing-stored")).toEqual([]);
  await page.keyboard.press("Escape");
  await signUp(page, "storeless");
  await leaveDashboard(page);
  await page.getByRole("button", { name: /^Wallet of storeless/ }).waitFor();
  expect(complaints).toEqual([]);
});
