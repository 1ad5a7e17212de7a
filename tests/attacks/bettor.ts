import {
  Connection,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from "@solana/web3.js";
import { base64, type BrowserSession, newBrowser } from "../support/browser-session.ts";
import { until } from "../support/until.ts";
import type { Json } from "./fixture.ts";

type Answer = Awaited<ReturnType<BrowserSession["call"]>>;

interface Prepared {
  readonly betId: string;
  readonly houseWallet: string;
  readonly transaction: VersionedTransaction;
}

/** A player who builds, changes and signs transactions as it likes. */
export interface Bettor extends BrowserSession {
  readonly key: PublicKey;
  readonly connection: Connection;
  readonly airdrop: (sol: number) => Promise<void>;
  readonly prepareCall: (raceId: string, body: Json) => Promise<Answer>;
  readonly prepare: (raceId: string, horseId: number, amount: number) => Promise<Prepared>;
  /** Signs what is in the transaction, whatever that is. */
  readonly signed: (transaction: VersionedTransaction) => string;
  /** A signed transaction of these instructions with the wallet as fee payer. */
  readonly compose: (instructions: readonly TransactionInstruction[]) => Promise<VersionedTransaction>;
  readonly transfer: (to: string, lamports: number) => TransactionInstruction;
  readonly memo: (text: string) => TransactionInstruction;
  readonly submit: (raceId: string, betId: string, signedTransaction: string) => Promise<Answer>;
  /** Straight to the chain, past the product. Resolves with the signature once it is confirmed. */
  readonly sendToChain: (transaction: VersionedTransaction) => Promise<string>;
  readonly confirm: (raceId: string, betId: string, txSignature: string, more?: Json) => Promise<Answer>;
  /** The server balance in SOL. */
  readonly balance: () => Promise<number>;
  /** prepare, sign, submit, confirm. */
  readonly bet: (raceId: string, horseId: number, amount: number) => Promise<Answer>;
}

const memoProgram = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

export async function newBettor(url: string, username: string): Promise<Bettor> {
  const browser = newBrowser(url);
  const { address, call, wallet } = browser;
  const key = new PublicKey(address);
  const connection = new Connection(`${url}/rpc`, "confirmed");
  await browser.signIn();
  const profile = await call("POST", "/api/users", { body: { walletAddress: address, username } });
  if (profile.status !== 201) throw new Error(`no profile: ${profile.text}`);

  const signed: Bettor["signed"] = (transaction) => {
    transaction.addSignature(key, wallet.sign(transaction.message.serialize()));
    return base64(transaction.serialize());
  };
  const prepareCall: Bettor["prepareCall"] = (raceId, body) =>
    call("POST", `/api/races/${raceId}/bet/prepare`, { body: { walletAddress: address, ...body } });
  const prepare: Bettor["prepare"] = async (raceId, horseId, amount) => {
    const { body, text } = await prepareCall(raceId, { horseId, amount });
    if (!body.success) throw new Error(`prepare: ${text}`);
    const transaction = VersionedTransaction.deserialize(Buffer.from(body.serializedTransaction, "base64"));
    return { betId: body.betId, houseWallet: body.houseWallet, transaction };
  };
  const submit: Bettor["submit"] = (raceId, betId, signedTransaction) =>
    call("POST", `/api/races/${raceId}/bet/submit`, { body: { betId, signedTransaction } });
  const confirm: Bettor["confirm"] = (raceId, betId, txSignature, more = {}) =>
    call("POST", `/api/races/${raceId}/bet/confirm`, {
      body: { betId, walletAddress: address, txSignature, ...more },
    });
  const confirmed = (signature: string) =>
    until("a transaction to be confirmed", async () => {
      const { value } = await connection.getSignatureStatus(signature, { searchTransactionHistory: true });
      return value?.confirmationStatus === "confirmed" || value?.confirmationStatus === "finalized";
    });

  const bettor: Bettor = {
    ...browser,
    key,
    connection,
    prepareCall,
    prepare,
    signed,
    submit,
    confirm,
    async airdrop(sol) {
      const before = await connection.getBalance(key);
      await connection.requestAirdrop(key, sol * 1e9);
      await until("the airdrop", async () => (await connection.getBalance(key)) >= before + sol * 1e9);
    },
    async compose(instructions) {
      const { blockhash } = await connection.getLatestBlockhash();
      const message = new TransactionMessage({
        payerKey: key,
        recentBlockhash: blockhash,
        instructions: [...instructions],
      });
      const transaction = new VersionedTransaction(message.compileToV0Message());
      signed(transaction);
      return transaction;
    },
    transfer: (to, lamports) =>
      SystemProgram.transfer({ fromPubkey: key, toPubkey: new PublicKey(to), lamports }),
    memo: (text) => ({ programId: memoProgram, keys: [], data: Buffer.from(text) }),
    async sendToChain(transaction) {
      const signature = await connection.sendRawTransaction(transaction.serialize());
      await confirmed(signature);
      return signature;
    },
    async balance() {
      const { body } = await call("GET", `/api/wallet/balance/${address}`);
      return body.balance;
    },
    async bet(raceId, horseId, amount) {
      const prepared = await prepare(raceId, horseId, amount);
      const sent = await submit(raceId, prepared.betId, signed(prepared.transaction));
      if (sent.status !== 200) throw new Error(`submit: ${sent.text}`);
      await confirmed(sent.body.signature);
      return confirm(raceId, prepared.betId, sent.body.signature);
    },
  };
  await bettor.airdrop(20);
  return bettor;
}
