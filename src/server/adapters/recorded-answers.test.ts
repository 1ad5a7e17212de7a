import {
  appendTransactionMessageInstructions,
  blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";
import { describe, expect, it } from "vitest";
import { memoInstruction, transferInstruction } from "../../../tests/support/chain.ts";
import { type Chain, ChainUnavailable } from "../foundation/ports.ts";
import { textTransport } from "./rpc-transport.ts";
import { solanaChain } from "./solana-chain.ts";

/**
 * Published answers of nodes other than our own (rule LIMITS-20): the authors of the adapter also wrote the embedded
 * chain, so it cannot reveal errors that both share.
 */
interface Recorded {
  readonly what: string;
  /** Where it was published. */
  readonly source: string;
  /** `result` or `error` of each method that the call uses, as the node answered. */
  readonly answers: Readonly<Record<string, string>>;
  readonly ask: (chain: Chain) => Promise<unknown>;
  /** The adapter's result; `unavailable` when the answer is inconclusive. */
  readonly expected: unknown;
}

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** Answers with the recorded texts, numbers exactly as written; kit identifies its calls by number. */
const playing = (answers: Recorded["answers"]) =>
  solanaChain({
    log,
    transport: textTransport(async (body) => {
      const { id, method } = JSON.parse(body) as { id: string; method: string };
      const answer = answers[method];
      if (answer === undefined) throw new Error(`nothing is recorded for ${method}`);
      return `{"jsonrpc":"2.0",${answer},"id":${JSON.stringify(id)}}`;
    }),
  });

const labs = (path: string) => `https://github.com/solana-labs/solana/${path}`;
const reference = (method: string) => `https://solana.com/docs/rpc/http/${method}`;

const signature = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";
const other = "2nBhEBYYvfaAe16UMNqRHre4YNSskvuYgx3M6E4JP1oDYvZEJHvoPzyUidNgNX5r9sTyN1J9UxtbCXy2rqYcuyuv";
const system = "11111111111111111111111111111111";
const wallet = "Vote111111111111111111111111111111111111111";

const read = (chain: Chain) => chain.transaction(signature);
const history = (chain: Chain) => chain.signaturesFor(wallet, { limit: 2, asOf: 999_999_999n });
const statuses = (chain: Chain) => chain.signatureStatuses([signature, other], { asOf: 82n });

const refused = (code: number, message: string, data = "") =>
  `"error":{"code":${code},"message":${JSON.stringify(message)}${data && `,"data":${data}`}}`;

const recorded: readonly Recorded[] = [
  {
    what: "a block that the node lists and then says was skipped",
    source: labs("issues/17000"),
    answers: {
      getBlocksWithLimit: '"result":[75140922]',
      getBlock: refused(
        -32007,
        "Slot 75140922 was skipped, or missing due to ledger jump to recent snapshot",
      ),
    },
    ask: (chain) => chain.firstBlockFrom(75_140_922n),
    expected: "unavailable",
  },
  {
    what: "a block that the node has not got yet, or has pruned the mark of",
    source: labs("issues/12208"),
    answers: {
      getBlocksWithLimit: '"result":[5]',
      getBlock: refused(-32004, "Block not available for slot 5"),
    },
    ask: (chain) => chain.firstBlockFrom(5n),
    expected: "unavailable",
  },
  {
    what: "a block that was cleaned up",
    source: labs("issues/23853"),
    answers: {
      getBlocksWithLimit: '"result":[1]',
      getBlock: refused(-32001, "Block 1 cleaned up, does not exist on node. First available block: 2"),
    },
    ask: (chain) => chain.firstBlockFrom(1n),
    expected: "unavailable",
  },
  {
    what: "a slot that long-term storage has not got",
    source: "https://www.quicknode.com/docs/solana/error-references",
    answers: {
      getBlocksWithLimit: '"result":[432]',
      getBlock: refused(-32009, "Slot 432 was skipped, or missing in long-term storage"),
    },
    ask: (chain) => chain.firstBlockFrom(432n),
    expected: "unavailable",
  },
  {
    what: "no block yet at or after a slot",
    source: reference("getblockswithlimit"),
    answers: { getBlocksWithLimit: '"result":[]' },
    ask: (chain) => chain.firstBlockFrom(999_999_999n),
    expected: null,
  },
  {
    what: "a block without its time",
    source: reference("getblock"),
    answers: {
      getBlocksWithLimit: '"result":[430]',
      getBlock:
        '"result":{"blockHeight":428,"blockTime":null,"blockhash":"3Eq21vXNB5s86c62bVuUfTeaMif1N2kUqRPBmGRJhyTA","parentSlot":429,"previousBlockhash":"mfcyqEXB3DnHXki6KjjmZck6YjmZLvpAByy2fj4nh6B"}',
    },
    ask: (chain) => chain.firstBlockFrom(430n),
    expected: { slot: 430n, blockhash: "3Eq21vXNB5s86c62bVuUfTeaMif1N2kUqRPBmGRJhyTA" },
  },
  {
    what: "a transaction of a version that was not asked for",
    source: labs("issues/29011"),
    answers: {
      getTransaction: refused(
        -32015,
        'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
      ),
    },
    ask: read,
    expected: "unavailable",
  },
  {
    what: "a node without a history of transactions",
    source: "https://docs.rs/solana-client/1.14.13/src/solana_client/rpc_custom_error.rs.html",
    answers: { getTransaction: refused(-32011, "Transaction history is not available from this node") },
    ask: read,
    expected: "unavailable",
  },
  {
    what: "a transaction that the node does not know",
    source: reference("gettransaction"),
    answers: { getTransaction: '"result":null' },
    ask: read,
    expected: null,
  },
  {
    what: "a node that has not come to the slot asked for",
    source: "https://github.com/solana-foundation/solana-com/pull/1075",
    answers: {
      getSignaturesForAddress: refused(
        -32016,
        "Minimum context slot has not been reached",
        '{"contextSlot":394819496}',
      ),
    },
    ask: history,
    expected: "unavailable",
  },
  {
    what: "the same of a node that does not say where it is",
    source: "https://github.com/wormhole-foundation/wormhole/pull/3751",
    answers: { getSignaturesForAddress: refused(-32016, "Minimum context slot has not been reached") },
    ask: history,
    expected: "unavailable",
  },
  {
    what: "a history without memo and block time, that is pruned behind its one signature",
    source: reference("getsignaturesforaddress"),
    answers: {
      getSignaturesForAddress:
        '"result":[{"signature":"5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv","slot":114,"err":null,"memo":null,"blockTime":null,"confirmationStatus":"finalized"}]',
    },
    ask: history,
    expected: [
      {
        signature: "5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv",
        slot: 114n,
        error: null,
        memo: null,
      },
    ],
  },
  {
    what: "statuses of a final transaction and of one that the node does not know",
    source: reference("getsignaturestatuses"),
    answers: {
      getSignatureStatuses:
        '"result":{"context":{"apiVersion":"3.1.8","slot":82},"value":[{"slot":48,"confirmations":null,"err":null,"status":{"Ok":null},"confirmationStatus":"finalized"},null]}',
    },
    ask: statuses,
    expected: [{ slot: 48n, error: null }, null],
  },
  {
    what: "a status with an error that is not final",
    source: labs("issues/26344"),
    answers: {
      getSignatureStatuses:
        '"result":{"context":{"apiVersion":"1.10.26","slot":139706152},"value":[{"confirmationStatus":"confirmed","confirmations":6,"err":{"InstructionError":[0,{"Custom":1}]},"slot":139706145,"status":{"Err":{"InstructionError":[0,{"Custom":1}]}}},null]}',
    },
    ask: statuses,
    expected: [null, null],
  },
  {
    what: "a node far behind",
    source: labs("issues/21046"),
    answers: { getSlot: refused(-32005, "Node is behind by 3104 slots", '{"numSlotsBehind":3104}') },
    ask: (chain) => chain.slot(),
    expected: "unavailable",
  },
  {
    what: "an argument that the node cannot read",
    source: "https://github.com/solana-foundation/solana-com/pull/1075",
    answers: {
      getBalance: refused(-32602, 'Invalid params: invalid type: string "999999999", expected u64.'),
    },
    ask: (chain) => chain.balance(system),
    expected: "unavailable",
  },
  {
    what: "a recent blockhash with the version of the node's program",
    source: reference("getlatestblockhash"),
    answers: {
      getLatestBlockhash:
        '"result":{"context":{"apiVersion":"3.1.8","slot":2792},"value":{"blockhash":"EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N","lastValidBlockHeight":3090}}',
    },
    ask: (chain) => chain.latestBlockhash(),
    expected: {
      blockhash: "EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N",
      lastValidBlockHeight: 3090n,
      slot: 2792n,
    },
  },
  {
    what: "slot and height",
    source: reference("getepochinfo"),
    answers: {
      getEpochInfo:
        '"result":{"absoluteSlot":166598,"blockHeight":166500,"epoch":27,"slotIndex":2790,"slotsInEpoch":8192,"transactionCount":22661093}',
    },
    ask: (chain) => chain.tip(),
    expected: { slot: 166_598n, blockHeight: 166_500n },
  },
  {
    what: "balances beside numbers that are no safe integers",
    source: reference("getmultipleaccounts"),
    answers: {
      getMultipleAccounts:
        '"result":{"context":{"apiVersion":"3.1.8","slot":341197247},"value":[{"data":["","base64"],"executable":false,"lamports":88849814690250,"owner":"11111111111111111111111111111111","rentEpoch":18446744073709551615,"space":0},null]}',
    },
    ask: (chain) => chain.balances([system, wallet]),
    expected: { slot: 341_197_247n, lamports: [88_849_814_690_250n, 0n] },
  },
  {
    what: "prices of recent blocks",
    source: reference("getrecentprioritizationfees"),
    answers: {
      getRecentPrioritizationFees:
        '"result":[{"slot":348125,"prioritizationFee":0},{"slot":348126,"prioritizationFee":1000},{"slot":348127,"prioritizationFee":500},{"slot":348128,"prioritizationFee":0},{"slot":348129,"prioritizationFee":1234}]',
    },
    ask: (chain) => chain.recentPriorityFees([system]),
    expected: [0n, 1000n, 500n, 0n, 1234n],
  },
  {
    what: "a simulation with more fields than are read",
    source: reference("simulatetransaction"),
    answers: {
      simulateTransaction:
        '"result":{"context":{"apiVersion":"3.1.8","slot":393226680},"value":{"accounts":null,"err":null,"innerInstructions":null,"loadedAccountsDataSize":413,"logs":[],"replacementBlockhash":{"blockhash":"6oFLsE7kmgJx9PjR4R63VRNtpAVJ648gCTr3nq5Hihit","lastValidBlockHeight":381186895},"returnData":null,"unitsConsumed":1714,"fee":5000}}',
    },
    ask: (chain) => chain.simulatedUnits(new Uint8Array(100)),
    expected: 1714,
  },
];

describe("LIMITS-20 answers of other makers' nodes", () => {
  it.each(recorded)("$what ($source)", async ({ answers, ask, expected }) => {
    const made = await ask(playing(answers)).catch((error: unknown) =>
      error instanceof ChainUnavailable ? "unavailable" : error,
    );
    expect(made).toEqual(expected);
  });
});

it("LIMITS-20 BET-7 a payment in a transaction of version 1 is asked for and read", async () => {
  const payer = await generateKeyPairSigner();
  const { address: house } = await generateKeyPairSigner();
  const transaction = await pipe(
    createTransactionMessage({ version: 1 }),
    (message) => setTransactionMessageFeePayerSigner(payer, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: blockhash("EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N"),
          lastValidBlockHeight: 3090n,
        },
        message,
      ),
    (message) =>
      appendTransactionMessageInstructions(
        [transferInstruction(payer, house, 500n), memoInstruction("bet:7")],
        message,
      ),
    (message) => signTransactionMessageWithSigners(message),
  );
  const paid = getSignatureFromTransaction(transaction);
  const calls: unknown[] = [];
  const chain = solanaChain({
    log,
    transport: textTransport(async (body) => {
      const { id, params } = JSON.parse(body) as { id: string; params: [string, object] };
      calls.push(params[1]);
      const meta = { err: null, fee: 5000, preBalances: [9000, 0, 1, 1], postBalances: [3500, 500, 1, 1] };
      const wire = getBase64EncodedWireTransaction(transaction);
      const result = { slot: 430, blockTime: null, transaction: [wire, "base64"], meta, version: 1 };
      return JSON.stringify({ jsonrpc: "2.0", id, result });
    }),
  });
  const seen = await chain.transaction(paid);
  expect(calls).toMatchObject([{ maxSupportedTransactionVersion: 1 }]);
  expect(seen).toMatchObject({ signature: paid, slot: 430n, blockTime: null, error: null, fee: 5000n });
  const [transfer, memo] = seen?.instructions ?? [];
  expect(transfer).toMatchObject({ programAddress: system, accounts: [payer.address, house] });
  expect(new TextDecoder().decode(memo?.data)).toBe("bet:7");
});
