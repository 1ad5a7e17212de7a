import { afterEach, describe, expect, it, vi } from "vitest";
import { createThirdPartyWallet, newThirdPartyKey } from "../../../../tests/support/third-party-wallet.ts";

const keys = [newThirdPartyKey(), newThirdPartyKey()];
const [first, second] = keys.map(({ address }) => address);

/** A page whose session is `owner`'s, with a wallet of two accounts, and a server that supports only sign-out. */
async function openPage(owner: string | null) {
  vi.resetModules();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  const calls: string[] = [];
  let wallet = owner;
  vi.stubGlobal("fetch", async (path: string) => {
    calls.push(path);
    if (path === "/api/auth/logout") wallet = null;
    return new Response(JSON.stringify({ wallet, isAdmin: false, isModerator: false }));
  });
  const { followAccount, connectAndSignIn } = await import("./session.ts");
  const { queryClient } = await import("./query-client.ts");
  const { sessionQuery, isOwnSession } = await import("./player.ts");
  const { connectWallet } = await import("./wallet/wallet-store.ts");
  await queryClient.prefetchQuery(sessionQuery);
  const left = vi.fn<() => void>();
  followAccount(left);
  const control = createThirdPartyWallet({ name: "Other Wallet", keys });
  const session = () => queryClient.getQueryData(sessionQuery.queryKey);
  return { connectAndSignIn, connectWallet, control, left, calls, session, isOwnSession, queryClient };
}

const nobody = { wallet: null, isAdmin: false, isModerator: false };

afterEach(() => vi.unstubAllGlobals());

describe("IDENTITY-6 the session", { timeout: 20_000 }, () => {
  it.each([
    ["its wallet goes over to another account", [1]],
    ["its wallet disconnects", []],
  ])("ends when %s, with all that was fetched for it", async (_, accounts) => {
    const page = await openPage(first!);
    await page.connectWallet(page.control.wallet);
    expect(page.isOwnSession()).toBe(true);
    page.queryClient.setQueryData(["balance", first, "server"], { balance: 1n });
    page.queryClient.setQueryData(["lastRaces"], { races: [] });
    page.control.showAccounts(accounts);
    expect(page.session()).toEqual(nobody);
    expect(page.isOwnSession()).toBe(false);
    expect(page.left).toHaveBeenCalledOnce();
    expect(page.queryClient.getQueryData(["balance", first, "server"])).toBeUndefined();
    expect(page.queryClient.getQueryData(["lastRaces"])).toEqual({ races: [] });
    await vi.waitFor(() => expect(page.calls).toContain("/api/auth/logout"));
  });

  it("stays when its account is shown beside another", async () => {
    const page = await openPage(first!);
    await page.connectWallet(page.control.wallet);
    page.control.showAccounts([0]);
    page.control.showAccounts([0, 1]);
    expect(page.isOwnSession()).toBe(true);
    expect(page.left).not.toHaveBeenCalled();
    expect(page.calls).not.toContain("/api/auth/logout");
  });

  it("ends when another account than its own is connected", async () => {
    const page = await openPage(second!);
    const connected = await page.connectAndSignIn(page.control.wallet);
    expect(connected).toMatchObject({ code: "ACCOUNT_NOT_CHOSEN" });
    expect(page.calls).toContain("/api/auth/logout");
    expect(page.session()).toEqual(nobody);
  });
});
