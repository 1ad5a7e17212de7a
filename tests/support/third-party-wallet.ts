import { generateKeyPairSync } from "node:crypto";
import type { Wallet } from "@wallet-standard/base";
import { getAddressDecoder } from "@solana/kit";
import type { BrowserContext } from "playwright-core";

type WalletRequest = "connect" | "signIn" | "signMessage" | "signTransaction" | "signAndSendTransaction";

export interface ThirdPartyKey {
  readonly address: string;
  readonly jwk: JsonWebKey;
}

export interface ThirdPartyOptions {
  readonly name: string;
  readonly keys: readonly ThirdPartyKey[];
  readonly chains?: readonly `${string}:${string}`[];
  /** What it supports besides connecting; everything except sending if absent. */
  readonly features?: readonly string[];
  /** Requests that it refuses each time, as wallets do for a hardware wallet that signs no messages. */
  readonly refuses?: readonly WalletRequest[];
  /** Versions of transactions that it signs, all others of which it refuses; legacy and 0 if absent. */
  readonly versions?: readonly ("legacy" | 0 | 1)[];
  /** Calls its listeners while iterating over the live set of them. */
  readonly hasLiveListeners?: boolean;
  /** Recognizes only its own account objects, but hands out different ones on sign-in. */
  readonly comparesByIdentity?: boolean;
}

/** What a test observes and does without the page knowing. */
export interface ThirdPartyControl {
  readonly wallet: Wallet;
  readonly calls: readonly string[];
  readonly listenerCount: () => number;
  /** How often its listeners were called in total. */
  readonly notifications: () => number;
  /** From now on its owner shows these accounts to the page, with the first one in use. */
  readonly showAccounts: (indexes: readonly number[]) => void;
  /** The account that the sign-in window answers with, whichever was requested. */
  readonly answerSignInAs: (index: number | null) => void;
  /** Makes the next request of this kind throw this error. */
  readonly failNext: (request: WalletRequest, error: unknown) => void;
  /** Requests of this kind are never answered. */
  readonly hangOn: (request: WalletRequest) => void;
}

/** A key as wallets hold it. */
export function newThirdPartyKey(): ThirdPartyKey {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const seed = privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32);
  return {
    address: getAddressDecoder().decode(raw),
    jwk: { kty: "OKP", crv: "Ed25519", x: raw.toString("base64url"), d: seed.toString("base64url") },
  };
}

/**
 * A Wallet Standard wallet as third parties build them, with their quirks. It stands in for software that cannot run
 * here. It uses nothing from outside its own body, so that its source can be sent into a page.
 */
export function createThirdPartyWallet(options: ThirdPartyOptions): ThirdPartyControl {
  const chains = options.chains ?? ["solana:mainnet", "solana:devnet", "solana:localnet"];
  const names = options.features ?? [
    "standard:events",
    "standard:disconnect",
    "solana:signIn",
    "solana:signMessage",
    "solana:signTransaction",
  ];
  const versions: readonly unknown[] = options.versions ?? ["legacy", 0];
  type Account = Wallet["accounts"][number];
  type Change = (change: { readonly accounts: readonly Account[] }) => void;
  const bytesOf = (base64Url: string): Uint8Array =>
    Uint8Array.from(atob(base64Url.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  const all: readonly Account[] = options.keys.map(({ address, jwk }) => ({
    address,
    publicKey: bytesOf(jwk.x ?? ""),
    chains,
    features: names.filter((name) => name.startsWith("solana:")) as Account["features"],
  }));
  let accounts = all;
  let signInAs: number | null = null;
  let notified = 0;
  const calls: string[] = [];
  const failures = new Map<string, unknown>();
  const hanging = new Set<string>();
  const listeners = new Set<Change>();

  const receive = async (request: string) => {
    calls.push(request);
    if (hanging.has(request)) await new Promise(() => {});
    if (options.refuses?.some((refused) => refused === request))
      throw Object.assign(new Error("User rejected the request."), { code: 4001 });
    if (!failures.has(request)) return;
    const error = failures.get(request);
    failures.delete(request);
    throw error;
  };
  const keyOf = (account: Account): JsonWebKey => {
    const at = options.comparesByIdentity
      ? all.indexOf(account)
      : all.findIndex(({ address }) => address === account.address);
    const jwk = options.keys[at]?.jwk;
    if (jwk === undefined) throw new Error("invalid account");
    return jwk;
  };
  const sign = async (account: Account, message: Uint8Array): Promise<Uint8Array> => {
    const key = await crypto.subtle.importKey("jwk", keyOf(account), { name: "Ed25519" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign({ name: "Ed25519" }, key, Uint8Array.from(message)));
  };
  const signInText = (input: Record<string, string | undefined>, address: string): string =>
    [
      `${input["domain"]} wants you to sign in with your Solana account:\n${address}\n\n${input["statement"]}\n`,
      `URI: ${input["uri"]}`,
      `Version: ${input["version"]}`,
      `Chain ID: ${input["chainId"]}`,
      `Nonce: ${input["nonce"]}`,
      `Issued At: ${input["issuedAt"]}`,
      `Expiration Time: ${input["expirationTime"]}`,
    ].join("\n");

  const everything: Record<string, object> = {
    "standard:connect": {
      version: "1.0.0",
      connect: async () => {
        await receive("connect");
        return { accounts };
      },
    },
    "standard:disconnect": {
      version: "1.0.0",
      disconnect: () => receive("disconnect"),
    },
    "standard:events": {
      version: "1.0.0",
      on: (_event: string, listener: Change) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    "solana:signIn": {
      version: "1.0.0",
      signIn: async (input: Record<string, string | undefined>) => {
        await receive("signIn");
        const chosen = all.find(({ address }) => address === input["address"]) ?? accounts[0]!;
        const own = signInAs === null ? chosen : all[signInAs]!;
        const signedMessage = new TextEncoder().encode(signInText(input, own.address));
        const signature = await sign(own, signedMessage);
        const account = options.comparesByIdentity ? { ...own, chains: [], features: [] } : own;
        return [{ account, signedMessage, signature, signatureType: "ed25519" }];
      },
    },
    "solana:signMessage": {
      version: "1.1.0",
      signMessage: async ({ account, message }: { account: Account; message: Uint8Array }) => {
        await receive("signMessage");
        return [{ signedMessage: message, signature: await sign(account, message) }];
      },
    },
    "solana:signTransaction": {
      version: "1.0.0",
      supportedTransactionVersions: versions,
      signTransaction: async ({ account, transaction }: { account: Account; transaction: Uint8Array }) => {
        await receive("signTransaction");
        // There is one signer, the payer: its signature comes right after the count, in version 1 after the message.
        const isVersion1 = transaction[0] === 0x81;
        const message = isVersion1 ? transaction.slice(0, -64) : transaction.slice(65);
        const version = isVersion1 ? 1 : message[0] === 0x80 ? 0 : "legacy";
        if (!versions.includes(version))
          throw new Error(`transactions of version ${version} are not supported`);
        const signedTransaction = transaction.slice();
        signedTransaction.set(await sign(account, message), isVersion1 ? message.length : 1);
        return [{ signedTransaction }];
      },
    },
    "solana:signAndSendTransaction": {
      version: "1.0.0",
      supportedTransactionVersions: versions,
      signAndSendTransaction: async () => {
        await receive("signAndSendTransaction");
        return [{ signature: new Uint8Array(64).fill(7) }];
      },
    },
  };
  const features = Object.fromEntries(
    ["standard:connect", ...names].map((name) => [name, everything[name] ?? {}]),
  ) as Wallet["features"];

  return {
    wallet: {
      version: "1.0.0",
      name: options.name,
      icon: "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=",
      chains,
      features,
      get accounts() {
        return accounts;
      },
    },
    calls,
    listenerCount: () => listeners.size,
    notifications: () => notified,
    showAccounts: (indexes) => {
      accounts = indexes.flatMap((index) => all[index] ?? []);
      for (const listener of options.hasLiveListeners ? listeners : Array.from(listeners)) {
        notified += 1;
        if (notified > 1000) throw new Error("The listeners never end.");
        listener({ accounts });
      }
    },
    answerSignInAs: (index) => {
      signInAs = index;
    },
    failNext: (request, error) => void failures.set(request, error),
    hangOn: (request) => void hanging.add(request),
  };
}

/** Injects a wallet into every page of a browser, as an extension does. */
export async function installThirdPartyWallet(
  context: BrowserContext,
  options: ThirdPartyOptions,
): Promise<void> {
  const content = `(() => {
    const control = (${createThirdPartyWallet.toString()})(${JSON.stringify(options)});
    (window.thirdParty ??= {})[control.wallet.name] = control;
    const announce = (api) => api.register(control.wallet);
    window.addEventListener("wallet-standard:app-ready", ({ detail }) => announce(detail));
    const registered = new Event("wallet-standard:register-wallet");
    Object.defineProperty(registered, "detail", { value: announce });
    window.dispatchEvent(registered);
  })()`;
  await context.addInitScript({ content });
}
