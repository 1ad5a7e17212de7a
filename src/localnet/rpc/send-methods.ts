import { getBase64Decoder } from "@solana/kit";
import type { LocalChain } from "../chain/local-chain.ts";
import type { Simulation } from "../chain/machine.ts";
import { BLOCKHASH_LIFETIME } from "../chain/slots.ts";
import { errorText } from "../chain/transaction-error.ts";
import type { WireTransaction } from "../chain/wire-transaction.ts";
import { renderAccount } from "./account-methods.ts";
import type { Json } from "./json.ts";
import { type Method, inContext } from "./methods.ts";
import { addressOf, commitment, config, count, list, text, transactionOf } from "./params.ts";
import { renderInner } from "./render-transaction.ts";
import { RpcError, invalidParams } from "./rpc-error.ts";

/** Maximum amount of one faucet request: 1000 SOL. */
const MAX_AIRDROP_LAMPORTS = 1_000_000_000_000;

const MAX_SIMULATED_ACCOUNTS = 100;
const base64 = getBase64Decoder();

export const sendMethods: Record<string, Method> = {
  sendTransaction(chain, params) {
    const options = config(params, 1);
    const wire = transactionOf(text(params, 0), options);
    if (options["skipPreflight"] !== true) preflight(chain, wire);
    // A transaction that does not qualify for a block is dropped silently, as by a node.
    chain.send(wire);
    return wire.signature;
  },

  simulateTransaction(chain, params) {
    const options = config(params, 1);
    const at = commitment(chain, options);
    const wire = transactionOf(text(params, 0), options);
    const verifySignatures = options["sigVerify"] === true;
    const replacesBlockhash = options["replaceRecentBlockhash"] === true;
    if (verifySignatures && replacesBlockhash) {
      throw invalidParams("sigVerify may not be used with replaceRecentBlockhash");
    }
    const simulation = chain.simulate(wire, { verifySignatures, checkBlockhash: !replacesBlockhash });
    if (simulation.error === "SignatureFailure") throw badSignature();
    const slot = chain.slot(at);
    const replacement = { blockhash: chain.blockhash(slot), lastValidBlockHeight: slot + BLOCKHASH_LIFETIME };
    return inContext(chain, at, {
      ...renderSimulation(simulation),
      accounts: simulatedAccounts(chain, simulation, options["accounts"]),
      ...(options["innerInstructions"] === true
        ? { innerInstructions: renderInner(simulation.innerInstructions) }
        : {}),
      replacementBlockhash: replacesBlockhash ? replacement : null,
    });
  },

  requestAirdrop(chain, params) {
    const to = addressOf(text(params, 0));
    const lamports = count(params[1]);
    if (lamports === 0 || lamports > MAX_AIRDROP_LAMPORTS) {
      throw invalidParams(`Invalid params: between 1 and ${MAX_AIRDROP_LAMPORTS} lamports.`);
    }
    return chain.airdrop(to, BigInt(lamports));
  },
};

function preflight(chain: LocalChain, wire: WireTransaction): void {
  if (wire.signatures.some((signature) => signature === null)) throw badSignature();
  const simulation = chain.simulate(wire, { verifySignatures: true, checkBlockhash: true });
  if (simulation.error === null) return;
  if (simulation.error === "SignatureFailure") throw badSignature();
  throw new RpcError(
    -32002,
    `Transaction simulation failed: ${errorText(simulation.error)}`,
    renderSimulation(simulation),
  );
}

const renderSimulation = ({ error, logs, unitsConsumed, returnData }: Simulation) => ({
  err: error,
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

function simulatedAccounts(chain: LocalChain, simulation: Simulation, wanted: unknown): Json {
  if (wanted === undefined || wanted === null) return null;
  const options = config([wanted], 0);
  const encoding = { encoding: options["encoding"] ?? "base64" };
  return list([options["addresses"]], 0, MAX_SIMULATED_ACCOUNTS)
    .map(addressOf)
    .map((address) =>
      renderAccount(simulation.accounts.get(address) ?? chain.account(address, "processed"), encoding),
    );
}

const badSignature = (): RpcError => new RpcError(-32003, "Transaction signature verification failure");
