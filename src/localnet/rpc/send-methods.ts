import { getBase64Decoder } from "@solana/kit";
import { networkFee } from "../chain/compute-budget.ts";
import { accountsOf } from "../chain/landed-transaction.ts";
import { ChainHalted, type LocalChain } from "../chain/local-chain.ts";
import type { Simulation } from "../chain/machine.ts";
import { BLOCKHASH_LIFETIME } from "../chain/slots.ts";
import { errorText } from "../chain/transaction-error.ts";
import type { WireTransaction } from "../chain/wire-transaction.ts";
import { renderAccount } from "./account-methods.ts";
import type { Json } from "./json.ts";
import { type Method, inContext } from "./methods.ts";
import {
  addressOf,
  choice,
  commitment,
  commitmentNames,
  config,
  count,
  dataEncodings,
  list,
  requireContextSlot,
  text,
  transactionOf,
} from "./params.ts";
import { renderInner } from "./render-transaction.ts";
import { RpcError, invalidParams } from "./rpc-error.ts";

/** Maximum amount of one faucet request: 1000 SOL. */
const MAX_AIRDROP_LAMPORTS = 1_000_000_000_000;

const base64 = getBase64Decoder();

export const sendMethods: Record<string, Method> = {
  sendTransaction(chain, params) {
    const options = config(params, 1, "RpcSendTransactionConfig");
    const level = choice(options, "preflightCommitment", commitmentNames, "finalized");
    if ((options["maxRetries"] ?? null) !== null) count(options["maxRetries"], undefined, "usize");
    const wire = transactionOf(text(params, 0), options);
    if (options["skipPreflight"] !== true) {
      requireContextSlot(chain, options, level === "processed" ? level : "finalized");
      preflight(chain, wire);
    }
    // A transaction that does not qualify for a block is dropped silently, as by a node.
    chain.send(wire);
    return wire.signature;
  },

  simulateTransaction(chain, params) {
    const options = config(params, 1, "RpcSimulateTransactionConfig");
    const at = commitment(chain, options);
    const wire = transactionOf(text(params, 0), options);
    const verifySignatures = options["sigVerify"] === true;
    const replacesBlockhash = options["replaceRecentBlockhash"] === true;
    if (verifySignatures && replacesBlockhash) {
      throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
    }
    const simulation = chain.simulate(wire, { verifySignatures, checkBlockhash: !replacesBlockhash });
    const slot = chain.slot(at);
    const replacement = { blockhash: chain.blockhash(slot), lastValidBlockHeight: slot + BLOCKHASH_LIFETIME };
    const reply: Json = {
      ...renderSimulation(chain, wire, simulation),
      ...simulatedBalances(chain, wire, simulation),
      accounts: simulatedAccounts(chain, wire, simulation, options["accounts"]),
      ...(options["innerInstructions"] === true
        ? { innerInstructions: renderInner(simulation.innerInstructions) }
        : {}),
      replacementBlockhash: replacesBlockhash ? replacement : null,
    };
    return inContext(chain, at, reply);
  },

  requestAirdrop(chain, params) {
    const to = addressOf(text(params, 0));
    const lamports = count(params[1]);
    if (lamports > MAX_AIRDROP_LAMPORTS) {
      throw invalidParams(`Invalid params: at most ${MAX_AIRDROP_LAMPORTS} lamports.`);
    }
    return chain.airdrop(to, BigInt(lamports)).catch((error: unknown) => {
      if (error instanceof ChainHalted) throw error;
      throw invalidParams(error instanceof Error ? error.message : "the faucet cannot pay");
    });
  },
};

function preflight(chain: LocalChain, wire: WireTransaction): void {
  const simulation = chain.simulate(wire, { verifySignatures: true, checkBlockhash: true });
  if (simulation.error === null) return;
  const why = errorText(simulation.error);
  // A node finds this while it reads the transaction, before any simulation.
  if (typeof simulation.error === "object" && "DuplicateInstruction" in simulation.error) {
    throw invalidParams(`invalid transaction: ${why}`);
  }
  throw new RpcError(
    -32002,
    `Transaction simulation failed: ${why}`,
    renderSimulation(chain, wire, simulation),
  );
}

/** Errors found before a transaction's accounts are loaded: it costs nothing. */
const costsNothing = new Set<unknown>([
  "AccountNotFound",
  "AlreadyProcessed",
  "BlockhashNotFound",
  "InsufficientFundsForFee",
  "InvalidAccountForFee",
  "SignatureFailure",
]);

const feeOfSimulated = (wire: WireTransaction, error: unknown): bigint | null =>
  costsNothing.has(error) ? null : networkFee(wire.message);

/** Bytes that a node counts for each loaded account in addition to its data. */
const ACCOUNT_OVERHEAD_BYTES = 64;

const accountsOfSimulated = (chain: LocalChain, wire: WireTransaction): string[] => {
  const { writable, readonly } = chain.loadedAddresses(wire) ?? { writable: [], readonly: [] };
  return accountsOf(wire, { loadedWritable: writable, loadedReadonly: readonly });
};

function loadedBytes(chain: LocalChain, wire: WireTransaction, error: unknown): number {
  if (costsNothing.has(error)) return 0;
  return accountsOfSimulated(chain, wire)
    .map((address) => chain.account(address, "processed"))
    .reduce((sum, account) => sum + (account ? account.data.length + ACCOUNT_OVERHEAD_BYTES : 0), 0);
}

const noBalances = {
  preBalances: null,
  postBalances: null,
  preTokenBalances: null,
  postTokenBalances: null,
};

function simulatedBalances(chain: LocalChain, wire: WireTransaction, { error, accounts }: Simulation) {
  const loadedAddresses = { ...(chain.loadedAddresses(wire) ?? { writable: [], readonly: [] }) };
  if (error === "SignatureFailure") return { ...noBalances, loadedAddresses };
  const addresses = accountsOfSimulated(chain, wire);
  const preBalances = addresses.map((address) => chain.account(address, "processed")?.lamports ?? 0n);
  const fee = error === null ? 0n : (feeOfSimulated(wire, error) ?? 0n);
  const postBalances = addresses.map((address, index) => {
    const before = preBalances[index] ?? 0n;
    return accounts.get(address)?.lamports ?? (index === 0 ? before - fee : before);
  });
  return { loadedAddresses, preBalances, postBalances, preTokenBalances: [], postTokenBalances: [] };
}

const renderSimulation = (
  chain: LocalChain,
  wire: WireTransaction,
  { error, logs, unitsConsumed, returnData }: Simulation,
) => ({
  ...noBalances,
  err: error,
  fee: feeOfSimulated(wire, error),
  loadedAccountsDataSize: loadedBytes(chain, wire, error),
  loadedAddresses: null,
  logs,
  unitsConsumed,
  returnData: returnData && {
    programId: returnData.programId,
    data: [base64.decode(returnData.data), "base64"],
  },
  accounts: null,
  innerInstructions: null,
  replacementBlockhash: null,
});

function simulatedAccounts(
  chain: LocalChain,
  wire: WireTransaction,
  simulation: Simulation,
  accountsConfig: unknown,
): Json {
  if (accountsConfig === undefined || accountsConfig === null) return null;
  const options = config([accountsConfig], 0);
  const encodingName = choice(options, "encoding", dataEncodings, "base64");
  if (encodingName === "base58" || encodingName === "binary")
    throw invalidParams("base58 encoding not supported");
  const encoding = { encoding: encodingName };
  const { length: most } = accountsOfSimulated(chain, wire);
  const addresses = list([options["addresses"]], 0, Infinity);
  if (addresses.length > most) throw invalidParams(`Too many accounts provided; max ${most}`);
  return addresses
    .map(addressOf)
    .map((address) =>
      renderAccount(simulation.accounts.get(address) ?? chain.account(address, "processed"), encoding),
    );
}
