import { registerWallet } from "@wallet-standard/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createThirdPartyWallet,
  newThirdPartyKey,
  type ThirdPartyOptions,
} from "../../../../../tests/support/third-party-wallet.ts";

const keys = [newThirdPartyKey(), newThirdPartyKey(), newThirdPartyKey()];
const [first, second, third] = keys.map(({ address }) => address);

/** Where wallets announce themselves. The registry keeps a reference to it, so it is the same for all pages here. */
const announcements = new EventTarget();

/** A page that has just been opened in a browser that remembers `stored`. */
async function openPage(stored: Record<string, string> = {}) {
  vi.resetModules();
  const items = new Map(Object.entries(stored));
  vi.stubGlobal("window", announcements);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  const store = await import("./wallet-store.ts");
  const { signPayment } = await import("./sign-payment.ts");
  const { proveAddress } = await import("./sign-in.ts");
  const state = () => store.useWallet.getState();
  return {
    ...store,
    signPayment,
    proveAddress,
    items,
    state,
    address: () => state().account?.address ?? null,
  };
}

const walletOf = (options: Partial<ThirdPartyOptions> = {}) =>
  createThirdPartyWallet({ name: "Other Wallet", keys, ...options });

const input = {
  domain: "furlong.example",
  uri: "https://furlong.example",
  statement: "Sign in to Furlong.",
  version: "1",
  chainId: "solana:localnet",
  nonce: "12345678",
  issuedAt: new Date(0),
  expirationTime: new Date(1),
} as const;

afterEach(() => vi.unstubAllGlobals());

describe("an account change in the wallet", () => {
  it("ends when the wallet goes through a live set of listeners", async () => {
    const { connectWallet, address } = await openPage();
    const control = walletOf({ hasLiveListeners: true });
    await connectWallet(control.wallet);
    control.showAccounts([1]);
    expect(address()).toBe(second);
    expect(control.notifications()).toBe(1);
  });

  it("is heard by one subscription, however often the wallet connects and changes", async () => {
    const { connectWallet, disconnectWallet, address } = await openPage();
    const control = walletOf();
    for (const accounts of [[1], [2], [0]]) {
      await connectWallet(control.wallet);
      control.showAccounts(accounts);
      await disconnectWallet();
    }
    await connectWallet(control.wallet);
    expect(control.listenerCount()).toBe(1);
    control.showAccounts([2]);
    expect(address()).toBe(third);
  });

  it("keeps the account at hand while it is listed, unless another comes first", async () => {
    const { connectWallet, adopt, address } = await openPage();
    const control = walletOf();
    await connectWallet(control.wallet);
    adopt(control.wallet, control.wallet.accounts[1]!);
    control.showAccounts([0, 1]);
    expect(address()).toBe(second);
    control.showAccounts([2, 0, 1]);
    expect(address()).toBe(third);
  });

  it("disconnects when no account is left, and concerns no other wallet", async () => {
    const { connectWallet, state, address, items } = await openPage();
    const [left, current] = [walletOf({ name: "Left" }), walletOf({ name: "Current" })];
    await connectWallet(left.wallet);
    await connectWallet(current.wallet);
    left.showAccounts([]);
    expect(address()).toBe(first);
    current.showAccounts([]);
    expect(state()).toMatchObject({ status: "disconnected", wallet: null, account: null });
    expect([...items.keys()]).toEqual([]);
  });
});

describe("a wallet that compares accounts by identity", () => {
  it("is given its own object back after it has signed in with another", async () => {
    const { connectWallet, adopt, proveAddress, signPayment, state } = await openPage();
    const control = walletOf({ comparesByIdentity: true });
    const account = await connectWallet(control.wallet);
    const proof = await proveAddress(control.wallet, account!, input);
    adopt(control.wallet, { ...proof.account });
    expect(state().account).toBe(control.wallet.accounts[0]);
    const transaction = btoa(String.fromCharCode(1, ...new Uint8Array(164)));
    const signed = await signPayment(control.wallet, { ...state().account! }, "localnet", transaction);
    expect(signed.kind).toBe("signed");
  });

  it("is followed to the account that its owner chose while signing in", async () => {
    const { connectWallet, proveAddress } = await openPage();
    const control = walletOf({ comparesByIdentity: true });
    const account = await connectWallet(control.wallet);
    control.answerSignInAs(1);
    const proof = await proveAddress(control.wallet, account!, input);
    expect(proof.address).toBe(second);
    expect(proof.account).toBe(control.wallet.accounts[1]);
  });
});

describe("the account chosen of several", () => {
  it("is the one at hand after a reload", async () => {
    const before = await openPage();
    const control = walletOf();
    await before.connectWallet(control.wallet);
    before.adopt(control.wallet, control.wallet.accounts[1]!);

    const page = await openPage(Object.fromEntries(before.items));
    expect(page.state().status).toBe("restoring");
    page.startWallets();
    registerWallet(walletOf().wallet);
    await vi.waitFor(() => expect(page.state().status).toBe("connected"));
    expect(page.address()).toBe(second);
  });

  it("gives way to the first when the wallet does not list it any more", async () => {
    const page = await openPage({ walletName: "Shortened", walletAddress: second! });
    const control = walletOf({ name: "Shortened" });
    control.showAccounts([0, 2]);
    page.startWallets();
    registerWallet(control.wallet);
    await vi.waitFor(() => expect(page.address()).toBe(first));
  });

  it("is asked for once: a wallet that refuses to reconnect by itself is left alone", async () => {
    const page = await openPage({ walletName: "Locked", walletAddress: second! });
    const control = walletOf({ name: "Locked" });
    control.failNext("connect", { code: 4001, message: "User rejected the request." });
    page.startWallets();
    registerWallet(control.wallet);
    await vi.waitFor(() => expect(page.state().status).toBe("disconnected"));
    registerWallet(walletOf({ name: "Yet another" }).wallet);
    expect(control.calls).toEqual(["connect"]);
  });
});

describe("a wallet that never answers", () => {
  it("is waited for until the attempt is abandoned, and connects nothing afterwards", async () => {
    const { connectWallet, abandonConnecting, state, address } = await openPage();
    const silent = walletOf({ name: "Silent" });
    silent.hangOn("connect");
    void connectWallet(silent.wallet);
    expect(state().status).toBe("connecting");
    abandonConnecting();
    expect(state().status).toBe("disconnected");
    await connectWallet(walletOf().wallet);
    expect(address()).toBe(first);
  });
});
