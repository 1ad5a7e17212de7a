import { getWallets } from "@wallet-standard/app";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { StandardConnect, StandardDisconnect, StandardEvents } from "@wallet-standard/features";
import { create } from "zustand";
import { readStored, writeStored } from "../storage.ts";
import { featuresOf, isSolanaWallet, ownAccount, solanaAccounts } from "./features.ts";
import { askWallet } from "./wallet-failure.ts";

interface WalletState {
  /** `restoring`: a wallet is remembered and has not reconnected yet. */
  readonly status: "disconnected" | "restoring" | "connecting" | "connected";
  /** The Solana wallets in this browser, in the order in which they registered. */
  readonly available: readonly Wallet[];
  readonly wallet: Wallet | null;
  readonly account: WalletAccount | null;
}

/** In local storage: the name of the wallet that reconnects automatically. */
export const REMEMBERED_WALLET = "walletName";
const REMEMBERED_ADDRESS = "walletAddress";
/**
 * Wallets register within moments of the page's start. The page does not wait longer for one that has not answered by
 * then.
 */
const RESTORE_PATIENCE_MS = 2500;

const DISCONNECTED = { status: "disconnected", wallet: null, account: null } as const;

/** Which wallets there are, and which account of which wallet is connected. */
export const useWallet = create<WalletState>(() => ({
  ...DISCONNECTED,
  status: readStored(REMEMBERED_WALLET) === null ? "disconnected" : "restoring",
  available: [],
}));

/** A later attempt to connect, or the end of one, invalidates what an earlier one still returns. */
let latestAttempt = 0;
let isStarted = false;

/** Collects the wallets of this browser and reconnects the remembered one without a prompt. */
export function startWallets(): void {
  if (isStarted) return;
  isStarted = true;
  if (useWallet.getState().status === "restoring") setTimeout(giveUpRestoring, RESTORE_PATIENCE_MS);
  const registry = getWallets();
  const refresh = () => {
    useWallet.setState({ available: registry.get().filter(isSolanaWallet) });
    void restore();
  };
  registry.on("register", refresh);
  registry.on("unregister", refresh);
  refresh();
}

function giveUpRestoring(): void {
  if (useWallet.getState().status === "restoring") abandonConnecting();
}

/** Wallets whose silent connection has been tried: each once, when it registers. */
const tried = new WeakSet<Wallet>();

/** Reconnects the remembered wallet if it has registered by now. */
async function restore(): Promise<void> {
  const { status, available } = useWallet.getState();
  const remembered = readStored(REMEMBERED_WALLET);
  const wallet = available.find(({ name }) => name === remembered);
  if (status === "connecting" || status === "connected" || wallet === undefined || tried.has(wallet)) return;
  tried.add(wallet);
  try {
    await openAccount(wallet, { silent: true });
  } catch (error) {
    // Not a response to anything the player did, so nothing is shown: the connect button stays.
    console.info(`${wallet.name} did not reconnect by itself.`, error);
  }
}

/**
 * Connects one Solana account of a wallet: the one chosen at the last visit if the wallet still has it, otherwise its
 * first. Resolves with null when the wallet has none or the attempt was abandoned. Rejects with a WalletFailure.
 */
export async function connectWallet(wallet: Wallet): Promise<WalletAccount | null> {
  useWallet.setState({ ...DISCONNECTED, status: "connecting", wallet });
  return openAccount(wallet, { silent: false });
}

/** With `silent` the wallet must not prompt its owner. */
async function openAccount(
  wallet: Wallet,
  { silent }: { readonly silent: boolean },
): Promise<WalletAccount | null> {
  const connect = featuresOf(wallet)[StandardConnect];
  latestAttempt += 1;
  const attempt = latestAttempt;
  try {
    const output = await askWallet(async () => connect?.connect(silent ? { silent } : undefined));
    if (attempt !== latestAttempt) return null;
    const accounts = solanaAccounts(output?.accounts ?? []);
    const account = rememberedAmong(accounts, wallet) ?? accounts[0] ?? null;
    if (account === null) useWallet.setState(DISCONNECTED);
    else adopt(wallet, account);
    return account;
  } catch (error) {
    if (attempt === latestAttempt) useWallet.setState(DISCONNECTED);
    throw error;
  }
}

function rememberedAmong(accounts: readonly WalletAccount[], { name }: Wallet): WalletAccount | undefined {
  const address = readStored(REMEMBERED_WALLET) === name ? readStored(REMEMBERED_ADDRESS) : null;
  return accounts.find((account) => account.address === address);
}

/** Stops waiting for a wallet; some never report that their owner has closed their window. */
export function abandonConnecting(): void {
  const { status } = useWallet.getState();
  if (status !== "connecting" && status !== "restoring") return;
  latestAttempt += 1;
  useWallet.setState(DISCONNECTED);
}

/** Adopts an account that the wallet has just proven or connected, or that its owner has chosen. */
export function adopt(wallet: Wallet, account: WalletAccount): void {
  holdAccount(wallet, account);
  const isListenedTo = listedFirst.has(wallet);
  listedFirst.set(wallet, solanaAccounts(wallet.accounts)[0]?.address);
  if (!isListenedTo) listenTo(wallet);
}

function holdAccount(wallet: Wallet, account: WalletAccount): void {
  useWallet.setState({ status: "connected", wallet, account: ownAccount(wallet, account) });
  writeStored(REMEMBERED_WALLET, wallet.name);
  writeStored(REMEMBERED_ADDRESS, account.address);
}

/** The account that each wallet listed first the last time it listed its accounts. */
const listedFirst = new WeakMap<Wallet, string | undefined>();

/**
 * Subscribes once per wallet, for the lifetime of the page. A wallet may call its listeners while it iterates over the
 * very list that a new subscription would extend.
 */
function listenTo(wallet: Wallet): void {
  featuresOf(wallet)[StandardEvents]?.on("change", ({ accounts }) => {
    if (accounts !== undefined) followAccounts(wallet, solanaAccounts(accounts));
  });
}

/**
 * The current account stays while the wallet lists it, unless another has moved to the first place: that is how wallets
 * that list several accounts say which one their owner has switched to.
 */
function followAccounts(wallet: Wallet, accounts: readonly WalletAccount[]): void {
  const [first] = accounts;
  const isSwitched = first?.address !== listedFirst.get(wallet);
  listedFirst.set(wallet, first?.address);
  const { status, wallet: current, account } = useWallet.getState();
  if (status !== "connected" || current !== wallet) return;
  const same = accounts.find(({ address }) => address === account?.address);
  const next = isSwitched ? first : (same ?? first);
  if (next === undefined) forget();
  else holdAccount(wallet, next);
}

/** Disconnects and forgets the wallet, so that it does not reconnect automatically. */
export async function disconnectWallet(): Promise<void> {
  const { wallet } = useWallet.getState();
  latestAttempt += 1;
  forget();
  if (wallet === null) return;
  try {
    await featuresOf(wallet)[StandardDisconnect]?.disconnect();
  } catch (error) {
    console.info(`${wallet.name} did not confirm that it disconnected.`, error);
  }
}

function forget(): void {
  writeStored(REMEMBERED_WALLET, null);
  writeStored(REMEMBERED_ADDRESS, null);
  useWallet.setState(DISCONNECTED);
}
