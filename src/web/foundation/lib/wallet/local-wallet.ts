import { SolanaSignIn, SolanaSignMessage, SolanaSignTransaction } from "@solana/wallet-standard-features";
import type {
  SolanaSignInFeature,
  SolanaSignInInput,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from "@solana/wallet-standard-features";
import { createSignInMessageText } from "@solana/wallet-standard-util";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import {
  StandardConnect,
  StandardDisconnect,
  StandardEvents,
  type StandardConnectFeature,
  type StandardDisconnectFeature,
  type StandardEventsFeature,
  type StandardEventsListeners,
} from "@wallet-standard/features";
import { registerWallet } from "@wallet-standard/wallet";
import { askApproval, type ApprovalRequest } from "./approval.ts";
import { hasLocalKey, openLocalKey, type LocalKey } from "./local-key.ts";
import { LOCAL_WALLET_NAME } from "./local-wallet-name.ts";
import { readLayout, summarize } from "./transaction-summary.ts";

const chains = ["solana:localnet"] as const;
const accountFeatures = [SolanaSignIn, SolanaSignMessage, SolanaSignTransaction] as const;
const icon =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA0MCA0MCI+PHJlY3Qgd2lkdGg9IjQwIiBoZWlnaHQ9IjQwIiByeD0iOCIgZmlsbD0iIzBmM2EyYyIvPjxwYXRoIGQ9Ik05IDE0aDIydjE0SDl6IiBmaWxsPSIjZTNiNjVhIi8+PGNpcmNsZSBjeD0iMjYiIGN5PSIyMSIgcj0iMi41IiBmaWxsPSIjMGYzYTJjIi8+PC9zdmc+";

/** The code with which wallets say that their owner refused. */
const USER_REJECTED = 4001;

type LocalFeatures = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature;

let registered = false;

/**
 * Registers the local wallet through the Wallet Standard, next to real ones. Local mode only: the key is in the
 * browser's storage, which is acceptable for SOL without value and for nothing else.
 */
export function registerLocalWallet(): void {
  if (registered) return;
  registered = true;
  registerWallet(createLocalWallet());
}

function createLocalWallet(): Wallet {
  let key: LocalKey | null = null;
  let accounts: readonly WalletAccount[] = [];
  const listeners = new Set<StandardEventsListeners["change"]>();

  const setAccounts = (next: readonly WalletAccount[]) => {
    accounts = next;
    // A listener may add another while it is called.
    for (const listener of Array.from(listeners)) listener({ accounts });
  };

  const open = async (): Promise<{ key: LocalKey; account: WalletAccount }> => {
    key ??= await openLocalKey();
    const { address, publicKey } = key;
    const account = accounts[0] ?? { address, publicKey, chains, features: accountFeatures };
    if (accounts.length === 0) setAccounts([account]);
    return { key, account };
  };

  const signIn = async (input: SolanaSignInInput) => {
    const { key: opened, account } = await open();
    const domain = input.domain ?? location.host;
    const text = createSignInMessageText({ ...input, domain, address: account.address });
    await approve({ kind: "message", text });
    const signedMessage = new TextEncoder().encode(text);
    return { account, signedMessage, signature: await opened.sign(signedMessage), signatureType } as const;
  };

  const signMessage = async (message: Uint8Array) => {
    const { key: opened } = await open();
    await approve({ kind: "message", text: new TextDecoder().decode(message) });
    const signedMessage = Uint8Array.from(message);
    return { signedMessage, signature: await opened.sign(signedMessage), signatureType } as const;
  };

  const signTransaction = async (transaction: Uint8Array) => {
    const { key: opened } = await open();
    const wire = Uint8Array.from(transaction);
    await approve({ kind: "transaction", summary: summarize(wire) });
    return { signedTransaction: await withSignature(wire, opened) };
  };

  const features: LocalFeatures = {
    [StandardConnect]: {
      version: "1.0.0",
      connect: async (options) => {
        if (options?.silent !== true || hasLocalKey()) await open();
        return { accounts };
      },
    },
    [StandardDisconnect]: { version: "1.0.0", disconnect: async () => setAccounts([]) },
    [StandardEvents]: {
      version: "1.0.0",
      on: (_event, listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    [SolanaSignIn]: { version: "1.0.0", signIn: (...inputs) => inTurn(inputs, signIn) },
    [SolanaSignMessage]: {
      version: "1.1.0",
      signMessage: (...inputs) => inTurn(inputs, ({ message }) => signMessage(message)),
    },
    [SolanaSignTransaction]: {
      version: "1.0.0",
      supportedTransactionVersions: ["legacy", 0],
      signTransaction: (...inputs) => inTurn(inputs, ({ transaction }) => signTransaction(transaction)),
    },
  };

  return {
    version: "1.0.0",
    name: LOCAL_WALLET_NAME,
    icon,
    chains,
    features,
    get accounts() {
      return accounts;
    },
  };
}

const signatureType = "ed25519" as const;

/** One approval after another, never two questions at once. */
async function inTurn<In, Out>(inputs: readonly In[], answer: (input: In) => Promise<Out>): Promise<Out[]> {
  const outputs: Out[] = [];
  for (const input of inputs) outputs.push(await answer(input));
  return outputs;
}

async function approve(request: ApprovalRequest): Promise<void> {
  if (await askApproval(request)) return;
  throw Object.assign(new Error("User rejected the request."), { code: USER_REJECTED });
}

async function withSignature(wire: Uint8Array<ArrayBuffer>, key: LocalKey): Promise<Uint8Array> {
  const { signatureCount, signaturesAt, message, keys } = readLayout(wire);
  const place = keys.slice(0, signatureCount).indexOf(key.address);
  if (place < 0) throw new Error("This wallet is not a signer of the transaction.");
  const signed = wire.slice();
  signed.set(await key.sign(message), signaturesAt + 64 * place);
  return signed;
}
