import { getWallets } from "@wallet-standard/app";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { StandardConnect, StandardDisconnect, StandardEvents } from "@wallet-standard/features";
import { create } from "zustand";
import { readStored, writeStored } from "../storage.ts";
import { featuresOf, isUsable } from "./features.ts";

interface WalletState {
  /** `restoring`: a wallet is remembered and has not registered yet. */
  readonly status: "disconnected" | "restoring" | "connecting" | "connected";
  /** Wallets in this browser that can play, in the order in which they registered. */
  readonly available: readonly Wallet[];
  readonly wallet: Wallet | null;
  readonly account: WalletAccount | null;
}

const REMEMBERED_WALLET = "walletName";
const REMEMBERED_ADDRESS = "walletAddress";
/** Wallets register within moments of the page's start. */
const RESTORE_PATIENCE_MS = 2500;

/** Which wallets there are and which account of which is connected. */
export const useWallet = create<WalletState>(() => ({
  status: "disconnected",
  available: [],
  wallet: null,
  account: null,
}));

const disconnected = { status: "disconnected", wallet: null, account: null } as const;
let stopListening: (() => void) | null = null;
let started = false;

/** Collects the wallets of this browser and reconnects the remembered one without asking. */
export function startWallets(): void {
  if (started) return;
  started = true;
  if (readStored(REMEMBERED_WALLET) !== null) {
    useWallet.setState({ status: "restoring" });
    setTimeout(giveUpRestoring, RESTORE_PATIENCE_MS);
  }
  const registry = getWallets();
  const refresh = () => {
    useWallet.setState({ available: registry.get().filter(isUsable) });
    void reconnect();
  };
  registry.on("register", refresh);
  registry.on("unregister", refresh);
  refresh();
}

function giveUpRestoring(): void {
  if (useWallet.getState().status === "restoring") useWallet.setState(disconnected);
}

async function reconnect(): Promise<void> {
  const { status, available } = useWallet.getState();
  const remembered = readStored(REMEMBERED_WALLET);
  const wallet = available.find(({ name }) => name === remembered);
  if (status === "connecting" || status === "connected" || wallet === undefined) return;
  try {
    await connectWallet(wallet, { silent: true });
  } catch (error) {
    // Not an answer to anything the player did, so nothing is shown: the connect button stays.
    console.info(`${wallet.name} did not reconnect by itself.`, error);
  }
}

/**
 * Connects a wallet's first Solana account. With `silent` the wallet must not ask its owner anything.
 * Rejects when the wallet or its owner refuses.
 */
export async function connectWallet(wallet: Wallet, { silent = false } = {}): Promise<WalletAccount | null> {
  const connect = featuresOf(wallet)[StandardConnect];
  if (connect === undefined) throw new Error(`${wallet.name} cannot connect.`);
  useWallet.setState({ status: "connecting", wallet });
  try {
    const { accounts } = await connect.connect(silent ? { silent: true } : undefined);
    const account = solanaAccount(accounts);
    if (account === null) useWallet.setState(disconnected);
    else adopt(wallet, account);
    return account;
  } catch (error) {
    useWallet.setState(disconnected);
    throw error;
  }
}

/** Takes over an account that the wallet has just proven or connected. */
export function adopt(wallet: Wallet, account: WalletAccount): void {
  useWallet.setState({ status: "connected", wallet, account });
  writeStored(REMEMBERED_WALLET, wallet.name);
  writeStored(REMEMBERED_ADDRESS, account.address);
  stopListening?.();
  stopListening =
    featuresOf(wallet)[StandardEvents]?.on("change", ({ accounts }) => {
      if (accounts === undefined) return;
      const next = solanaAccount(accounts);
      if (next === null) forget();
      else adopt(wallet, next);
    }) ?? null;
}

/** Disconnects and forgets the wallet, so that it does not come back by itself. */
export async function disconnectWallet(): Promise<void> {
  const { wallet } = useWallet.getState();
  forget();
  if (wallet === null) return;
  try {
    await featuresOf(wallet)[StandardDisconnect]?.disconnect();
  } catch (error) {
    console.info(`${wallet.name} did not confirm that it disconnected.`, error);
  }
}

function forget(): void {
  stopListening?.();
  stopListening = null;
  writeStored(REMEMBERED_WALLET, null);
  writeStored(REMEMBERED_ADDRESS, null);
  useWallet.setState(disconnected);
}

const solanaAccount = (accounts: readonly WalletAccount[]): WalletAccount | null =>
  accounts.find(({ chains }) => chains.some((chain) => chain.startsWith("solana:"))) ?? null;
