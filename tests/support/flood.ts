/** Strangers who make a server ask its node for as much as their free calls can: without money, and from one address. */
import { randomBytes } from "node:crypto";
import { getBase58Decoder } from "@solana/kit";
import { TransactionMessage, VersionedTransaction } from "@solana/web3.js";
import { newPlayer, type Player } from "./player.ts";

interface Options {
  readonly url: string;
  /** The node that the strangers' own wallets would call. */
  readonly chainUrl: string;
  readonly raceId: string;
  readonly horseId: number;
  /** A deposit wallet of the house. */
  readonly deposit: string;
  readonly wallets: number;
}

export interface Flood {
  /** Answers so far, by call and code. */
  readonly answers: ReadonlyMap<string, number>;
  /** Ends it; resolves once all calls are answered. */
  readonly stop: () => Promise<void>;
}

/** All calls come from here: just less than one address may make in a minute. */
const ADDRESS = "10.200.0.1";
const EVERY_MS = 55;
/** Of the wallets, those with a profile, which is free too. */
const WITH_PROFILE = 10;

const invented = () => getBase58Decoder().decode(randomBytes(64));

export async function startFlood(options: Options): Promise<Flood> {
  const strangers = await Promise.all(
    Array.from({ length: options.wallets }, (_, at) => newStranger(options, at)),
  );
  const answers = new Map<string, number>();
  const open = new Set<Promise<void>>();
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    const one = strangers[count % strangers.length];
    if (!one) return;
    const calls = one.betId === null ? unprofiled : profiled;
    const name = calls[Math.floor(count / strangers.length) % calls.length] ?? "submitDeposit";
    const answering = ask(one, name, options).then((code) => {
      const key = `${name} ${code}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
    });
    open.add(answering);
    void answering.finally(() => open.delete(answering));
  }, EVERY_MS);
  return {
    answers,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

interface Stranger {
  readonly player: Player;
  /** A prepared bet that its wallet cannot pay; null without a profile. */
  readonly betId: string | null;
  /** That bet's payment, signed. */
  readonly payment: string;
}

async function newStranger({ url, chainUrl, raceId, horseId }: Options, at: number): Promise<Stranger> {
  const headers = { "x-forwarded-for": `10.201.0.${at}` };
  const player = newPlayer(url, { rpcUrl: chainUrl, headers });
  await player.signIn();
  if (at >= WITH_PROFILE) return { player, betId: null, payment: "" };
  await player.createProfile(`stranger-${player.address.slice(0, 8)}`);
  const { betId, transaction } = await player.prepare(raceId, horseId, 0.05);
  return { player, betId, payment: player.signTransaction(transaction) };
}

type Call = "submitDeposit" | "submitBet" | "confirmBet" | "confirmDeposit";
const unprofiled: readonly Call[] = ["submitDeposit", "submitDeposit", "confirmDeposit"];
const profiled: readonly Call[] = ["submitBet", "submitDeposit", "confirmBet"];

async function ask({ player, betId, payment }: Stranger, name: Call, options: Options): Promise<string> {
  const { raceId } = options;
  const bodies = {
    submitDeposit: () => ({ signedTransaction: neverLands(player, options) }),
    submitBet: () => ({ betId, signedTransaction: payment }),
    confirmBet: () => ({ betId, walletAddress: player.address, txSignature: invented() }),
    confirmDeposit: () => ({ txSignature: invented() }),
  };
  const paths = {
    submitDeposit: "/api/wallet/deposit/submit",
    submitBet: `/api/races/${raceId}/bet/submit`,
    confirmBet: `/api/races/${raceId}/bet/confirm`,
    confirmDeposit: "/api/wallet/deposit/confirm",
  };
  try {
    const body = bodies[name]();
    const answer = await player.call("POST", paths[name], { body, headers: { "x-forwarded-for": ADDRESS } });
    return answer.status === 200 ? "ok" : String(answer.body?.code);
  } catch {
    return "no answer";
  }
}

/** A signed payment into the balance with a blockhash that never was. */
function neverLands(player: Player, { deposit }: Options): string {
  const message = new TransactionMessage({
    payerKey: player.key,
    recentBlockhash: getBase58Decoder().decode(randomBytes(32)),
    instructions: [
      player.transferInstruction(deposit, 500_000_000),
      player.memoInstruction(`furlong:1:deposit d-${randomBytes(12).toString("hex")}`),
    ],
  });
  return player.signTransaction(new VersionedTransaction(message.compileToV0Message()));
}
