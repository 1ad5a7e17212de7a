/**
 * A player written from the published wire alone: plain HTTP, plain JSON-RPC, and a Solana library of another
 * make than the server's. It shares no code with the product, so that it cannot share its mistakes.
 */
import { createPrivateKey, generateKeyPairSync, sign } from "node:crypto";
import {
  Connection,
  type ParsedTransactionWithMeta,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";

// oxlint-disable-next-line typescript/no-explicit-any -- the wire is read here without the project's types
type Json = any;

interface Answer {
  readonly status: number;
  readonly body: Json;
}

export interface Player {
  readonly wallet: string;
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  readonly signMessage: (message: Uint8Array) => Uint8Array;
  readonly signIn: () => Promise<Answer>;
  readonly createProfile: (username: string) => Promise<Answer>;
  /** Lamports from the local chain's faucet; waits until they are there. */
  readonly airdrop: (lamports: number) => Promise<void>;
  readonly chainBalance: () => Promise<number>;
  /** A plain transfer from the wallet, as any wallet can make it; resolves when it is confirmed. */
  readonly transfer: (to: string, lamports: number) => Promise<string>;
  /** prepare, sign, submit; the payment is on its way afterwards. */
  readonly pay: (raceId: string, horseId: number, amountSol: number) => Promise<PaidBet>;
  /** pay, then confirm until the server has seen the payment. */
  readonly bet: (
    raceId: string,
    horseId: number,
    amountSol: number,
  ) => Promise<PaidBet & { confirmed: Answer }>;
  readonly confirm: (bet: PaidBet) => Promise<Answer>;
  readonly transaction: (signature: string) => Promise<ParsedTransactionWithMeta | null>;
}

export interface PaidBet {
  readonly raceId: string;
  readonly horseId: number;
  readonly amountSol: number;
  readonly betId: string;
  readonly signature: string;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface PlayerOptions {
  /** The chain's node; the local chain's when absent. */
  readonly rpcUrl?: string;
  /** Sent with every call. */
  readonly headers?: Record<string, string>;
  /** Told of every call, before it is sent and once it is answered. */
  readonly onCall?: (path: string, moment: "asked" | "answered") => void;
  /** How often it is asked for a payment that the server has not seen; 20 when absent. */
  readonly confirmAttempts?: number;
}

export function newPlayer(baseUrl: string, options: PlayerOptions = {}): Player {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  // Not from its JWK: Node 20 stands still for ever when it collects garbage while it writes one of a new key.
  const address = new PublicKey(publicKey.export({ format: "der", type: "spki" }).subarray(-32));
  const wallet = address.toBase58();
  const rpcUrl = options.rpcUrl ?? `${baseUrl}/rpc`;
  const chain = new Connection(rpcUrl, {
    commitment: "confirmed",
    // Left to itself the library would look for subscriptions one port higher.
    wsEndpoint: rpcUrl.replace(/^http/, "ws"),
  });
  const cookies = new Map<string, string>();
  const signMessage = (message: Uint8Array) =>
    new Uint8Array(
      sign(null, message, createPrivateKey(privateKey.export({ format: "pem", type: "pkcs8" }))),
    );

  const call: Player["call"] = async (method, path, body, headers = {}) => {
    options.onCall?.(path, "asked");
    const response = await fetch(`${baseUrl}/api${path}`, {
      method,
      headers: {
        ...options.headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const at = pair.indexOf("=");
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    options.onCall?.(path, "answered");
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  };

  const signIn = async () => {
    const { body } = await call("POST", "/auth/nonce");
    const signedMessage = Buffer.from(signInText(body.input, wallet));
    return call("POST", "/auth/verify", {
      address: wallet,
      nonce: body.input.nonce,
      signedMessage: signedMessage.toString("base64"),
      signature: Buffer.from(signMessage(signedMessage)).toString("base64"),
    });
  };

  const pay: Player["pay"] = async (raceId, horseId, amountSol) => {
    const prepared = await call("POST", `/races/${raceId}/bet/prepare`, {
      walletAddress: wallet,
      horseId,
      amount: amountSol,
    });
    if (prepared.status !== 200 && prepared.status !== 201)
      throw new Error(`prepare answered ${prepared.status}: ${JSON.stringify(prepared.body)}`);
    const transaction = VersionedTransaction.deserialize(
      Buffer.from(prepared.body.serializedTransaction, "base64"),
    );
    transaction.addSignature(address, signMessage(transaction.message.serialize()));
    const submitted = await call("POST", `/races/${raceId}/bet/submit`, {
      betId: prepared.body.betId,
      signedTransaction: Buffer.from(transaction.serialize()).toString("base64"),
    });
    if (submitted.status !== 200)
      throw new Error(`submit answered ${submitted.status}: ${JSON.stringify(submitted.body)}`);
    const { signature } = submitted.body;
    return { raceId, horseId, amountSol, betId: prepared.body.betId, signature };
  };

  const confirm: Player["confirm"] = async (bet) => {
    let answer: Answer | undefined;
    for (let attempt = 0; attempt < (options.confirmAttempts ?? 20); attempt++) {
      answer = await call("POST", `/races/${bet.raceId}/bet/confirm`, {
        betId: bet.betId,
        walletAddress: wallet,
        horseId: bet.horseId,
        txSignature: bet.signature,
        minAmount: bet.amountSol,
      });
      if (answer.body.code !== "PAYMENT_NOT_SEEN") return answer;
      await pause(250);
    }
    throw new Error(`The payment was never seen: ${JSON.stringify(answer)}`);
  };

  return {
    wallet,
    call,
    signMessage,
    signIn,
    createProfile: (username) => call("POST", "/users", { walletAddress: wallet, username }),
    async airdrop(lamports) {
      const before = await chain.getBalance(address);
      await chain.requestAirdrop(address, lamports);
      while ((await chain.getBalance(address)) < before + lamports) await pause(100);
    },
    chainBalance: () => chain.getBalance(address),
    async transfer(to, lamports) {
      const { blockhash, lastValidBlockHeight } = await chain.getLatestBlockhash();
      const message = new TransactionMessage({
        payerKey: address,
        recentBlockhash: blockhash,
        instructions: [
          SystemProgram.transfer({ fromPubkey: address, toPubkey: new PublicKey(to), lamports }),
        ],
      }).compileToV0Message();
      const transaction = new VersionedTransaction(message);
      transaction.addSignature(address, signMessage(message.serialize()));
      const signature = await chain.sendTransaction(transaction);
      await chain.confirmTransaction({ signature, blockhash, lastValidBlockHeight });
      return signature;
    },
    pay,
    async bet(raceId, horseId, amountSol) {
      const paid = await pay(raceId, horseId, amountSol);
      return { ...paid, confirmed: await confirm(paid) };
    },
    confirm,
    transaction: (signature) =>
      chain.getParsedTransaction(signature, { commitment: "confirmed", maxSupportedTransactionVersion: 0 }),
  };
}

/** The Sign In With Solana text of the published standard, written out by hand. */
function signInText(input: Json, address: string): string {
  const fields = [
    ["URI", input.uri],
    ["Version", input.version],
    ["Chain ID", input.chainId],
    ["Nonce", input.nonce],
    ["Issued At", input.issuedAt],
    ["Expiration Time", input.expirationTime],
  ].filter(([, value]) => value !== undefined);
  return [
    `${input.domain} wants you to sign in with your Solana account:`,
    address,
    ...(input.statement ? ["", input.statement] : []),
    "",
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ].join("\n");
}
