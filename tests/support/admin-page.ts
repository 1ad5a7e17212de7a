import { createPrivateKey, sign } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { newBrowser } from "./browser-session.ts";
import { type VisitOptions, type Visitor, visit } from "./browser.ts";
import { newThirdPartyKey } from "./third-party-wallet.ts";

interface AdminVisit {
  /** Name of a profile that is created for the visit. */
  readonly username: string;
  readonly url: string;
  /** Where the visit starts. */
  readonly path: string;
  /** The page asks for the wallet's confirmation before the first change; otherwise the wallet has just given it. */
  readonly asksWallet?: boolean;
}

/**
 * An admin of local mode, on a page of the site. The profile is created through the API, and the browser is given its
 * session and its local wallet: joining by hand is covered by other tests, and takes ten times as long.
 */
export async function visitAsAdmin(
  browser: Browser,
  { username, url, path, asksWallet = false }: AdminVisit,
  options?: VisitOptions,
): Promise<Visitor> {
  const { address, jwk } = newThirdPartyKey();
  const privateKey = createPrivateKey({ key: { ...jwk }, format: "jwk" });
  const session = newBrowser(url, {
    address,
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  });
  await session.signIn();
  for (const [call, body] of [
    ["/api/users", { walletAddress: address, username }],
    ["/api/local/admin", {}],
  ] as const) {
    const { status, text } = await session.call("POST", call, { body });
    if (status >= 300) throw new Error(`${call} answered ${status}: ${text}`);
  }
  if (!asksWallet) await session.stepUp("settings");

  const visitor = await visit(browser, { name: username, url: "about:blank" }, options);
  const { context, page } = visitor;
  await context.addCookies([...session.cookies].map(([name, value]) => ({ name, value, url })));
  const stored = {
    "local-wallet-key": JSON.stringify(jwk),
    walletName: "Furlong local wallet",
    walletAddress: address,
  };
  await context.addInitScript(
    ({ origin, entries }) => {
      if (location.origin !== origin) return;
      for (const [key, value] of entries)
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    { origin: new URL(url).origin, entries: Object.entries(stored) },
  );
  await page.goto(url + path);
  return visitor;
}

/** Approves a request in the local mode wallet; the page may have a button of that name too. */
export async function approveInWallet(page: Page): Promise<void> {
  const wallet = page.getByRole("dialog", { name: "Furlong local wallet" });
  await wallet.getByRole("button", { name: "Approve" }).click();
}
