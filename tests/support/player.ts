/**
 * The player of every test that bets through the API: plain HTTP, plain JSON-RPC, and a different Solana library from
 * the server's. It shares no code with the product, so that it cannot share its mistakes. Honest journeys use `bet`,
 * `transfer` and the like; attacks use the single steps, and compose and sign what they want.
 */
import {
  Connection,
  type ParsedTransactionWithMeta,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import {
  type Answer,
  base64,
  type BrowserSession,
  type Json,
  newBrowser,
  newWallet,
  type SessionOptions,
} from "./browser-session.ts";
import { until } from "./until.ts";

interface PreparedBet {
  readonly betId: string;
  readonly houseWallet: string;
  /** The memo of the transaction. */
  readonly memo: string;
  readonly transaction: VersionedTransaction;
}

export interface PaidBet {
  readonly raceId: string;
  readonly horseId: number;
  readonly amountSol: number;
  readonly betId: string;
  readonly signature: string;
}

export interface Player extends BrowserSession {
  readonly key: PublicKey;
  readonly connection: Connection;
  readonly createProfile: (username: string) => Promise<Answer>;
  /** Requests lamports from the local chain's faucet; waits until they have arrived. */
  readonly airdrop: (lamports: number) => Promise<void>;
  readonly chainBalance: () => Promise<number>;
  /** The server balance in SOL. */
  readonly balance: () => Promise<number>;
  /** A plain transfer from the wallet, as any wallet can make it; resolves once it is confirmed. */
  readonly transfer: (to: string, lamports: number) => Promise<string>;
  readonly transaction: (signature: string) => Promise<ParsedTransactionWithMeta | null>;

  /** Prepares, signs and submits; afterwards the payment is on its way. */
  readonly pay: (raceId: string, horseId: number, amountSol: number) => Promise<PaidBet>;
  /** Retries confirming until the server has seen the payment. */
  readonly confirm: (bet: PaidBet) => Promise<Answer>;
  /** Calls `pay`, then `confirm`. */
  readonly bet: (
    raceId: string,
    horseId: number,
    amountSol: number,
  ) => Promise<PaidBet & { confirmed: Answer }>;

  readonly prepareCall: (raceId: string, body: Json) => Promise<Answer>;
  readonly prepare: (raceId: string, horseId: number, amountSol: number) => Promise<PreparedBet>;
  /** Signs the transaction, whatever is in it. */
  readonly signTransaction: (transaction: VersionedTransaction) => string;
  readonly submitCall: (raceId: string, betId: string, signedTransaction: string) => Promise<Answer>;
  readonly confirmCall: (raceId: string, betId: string, txSignature: string, more?: Json) => Promise<Answer>;
  readonly transferInstruction: (to: string, lamports: number) => TransactionInstruction;
  readonly memoInstruction: (text: string) => TransactionInstruction;
  /** A signed transaction with these instructions and the wallet as fee payer. */
  readonly compose: (instructions: readonly TransactionInstruction[]) => Promise<VersionedTransaction>;
  /** Sends straight to the chain, bypassing the product. Resolves with the signature once it is confirmed. */
  readonly sendToChain: (transaction: VersionedTransaction) => Promise<string>;
}

interface PlayerOptions extends SessionOptions {
  /** The chain's node; the local chain's if absent. */
  readonly rpcUrl?: string;
  /** How often to try confirming a payment that the server has not seen; 20 if absent. */
  readonly confirmAttempts?: number;
}

const CONFIRM_AGAIN_MS = 250;
const MEMO_PROGRAM = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export function newPlayer(url: string, options: PlayerOptions = {}): Player {
  const browser = newBrowser(url, newWallet(), options);
  const { address, call } = browser;
  const chain = chainSide(browser, options.rpcUrl ?? `${url}/rpc`);

  const prepareCall: Player["prepareCall"] = (raceId, body) =>
    call("POST", `/api/races/${raceId}/bet/prepare`, { body: { walletAddress: address, ...body } });
  const prepare: Player["prepare"] = async (raceId, horseId, amountSol) => {
    const { status, body, text } = await prepareCall(raceId, { horseId, amount: amountSol });
    if (!body?.success) throw new Error(`prepare answered ${status}: ${text}`);
    const transaction = VersionedTransaction.deserialize(Buffer.from(body.serializedTransaction, "base64"));
    const memo = Buffer.from(transaction.message.compiledInstructions.at(-1)?.data ?? []).toString("utf8");
    return { betId: body.betId, houseWallet: body.houseWallet, transaction, memo };
  };
  const submitCall: Player["submitCall"] = (raceId, betId, signedTransaction) =>
    call("POST", `/api/races/${raceId}/bet/submit`, { body: { betId, signedTransaction } });
  const confirmCall: Player["confirmCall"] = (raceId, betId, txSignature, more = {}) =>
    call("POST", `/api/races/${raceId}/bet/confirm`, {
      body: { betId, walletAddress: address, txSignature, ...more },
    });

  const pay: Player["pay"] = async (raceId, horseId, amountSol) => {
    const { betId, transaction } = await prepare(raceId, horseId, amountSol);
    const { status, body, text } = await submitCall(raceId, betId, chain.signTransaction(transaction));
    if (status !== 200) throw new Error(`submit answered ${status}: ${text}`);
    return { raceId, horseId, amountSol, betId, signature: body.signature };
  };
  const confirm: Player["confirm"] = async ({ raceId, betId, signature, horseId, amountSol }) => {
    let last = "";
    for (let attempt = 0; attempt < (options.confirmAttempts ?? 20); attempt++) {
      const answer = await confirmCall(raceId, betId, signature, { horseId, minAmount: amountSol });
      if (answer.body?.code !== "NOT_FINAL_YET") return answer;
      last = answer.text;
      await pause(CONFIRM_AGAIN_MS);
    }
    throw new Error(`The payment was never seen: ${last}`);
  };

  return {
    ...browser,
    ...chain,
    createProfile: (username) => call("POST", "/api/users", { body: { walletAddress: address, username } }),
    async balance() {
      const { body } = await call("GET", `/api/wallet/balance/${address}`);
      return body.balance;
    },
    pay,
    confirm,
    async bet(raceId, horseId, amountSol) {
      const paid = await pay(raceId, horseId, amountSol);
      return { ...paid, confirmed: await confirm(paid) };
    },
    prepareCall,
    prepare,
    submitCall,
    confirmCall,
  };
}

/** A player's actions on the chain, without the product. */
function chainSide({ address, wallet }: BrowserSession, rpcUrl: string) {
  const key = new PublicKey(address);
  const connection = new Connection(rpcUrl, {
    commitment: "confirmed",
    // By default the library would look for subscriptions one port higher.
    wsEndpoint: rpcUrl.replace(/^http/, "ws"),
  });
  const signTransaction: Player["signTransaction"] = (transaction) => {
    transaction.addSignature(key, wallet.sign(transaction.message.serialize()));
    return base64(transaction.serialize());
  };
  const transferInstruction: Player["transferInstruction"] = (to, lamports) =>
    SystemProgram.transfer({ fromPubkey: key, toPubkey: new PublicKey(to), lamports });
  const compose: Player["compose"] = async (instructions) => {
    const { blockhash } = await connection.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: key,
      recentBlockhash: blockhash,
      instructions: [...instructions],
    });
    const transaction = new VersionedTransaction(message.compileToV0Message());
    signTransaction(transaction);
    return transaction;
  };
  const sendToChain: Player["sendToChain"] = async (transaction) => {
    const signature = await connection.sendRawTransaction(transaction.serialize());
    await until("a transaction to be confirmed", async () => {
      const { value } = await connection.getSignatureStatus(signature, { searchTransactionHistory: true });
      return value?.confirmationStatus === "confirmed" || value?.confirmationStatus === "finalized";
    });
    return signature;
  };
  return {
    key,
    connection,
    chainBalance: () => connection.getBalance(key),
    async airdrop(lamports: number) {
      const before = await connection.getBalance(key);
      await connection.requestAirdrop(key, lamports);
      await until("the airdrop", async () => (await connection.getBalance(key)) >= before + lamports);
    },
    transfer: async (to: string, lamports: number) =>
      sendToChain(await compose([transferInstruction(to, lamports)])),
    transaction: (signature: string) =>
      connection.getParsedTransaction(signature, {
        commitment: "confirmed",
        maxSupportedTransactionVersion: 1,
      }),
    signTransaction,
    transferInstruction,
    memoInstruction: (text: string): TransactionInstruction => ({
      programId: MEMO_PROGRAM,
      keys: [],
      data: Buffer.from(text),
    }),
    compose,
    sendToChain,
  };
}
