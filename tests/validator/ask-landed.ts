import { memoInstruction, priorityInstructions, transferInstruction } from "../support/chain.ts";
import { SYSTEM, SOL, NEVER, NO_SIGNATURE, isFinal, type Play } from "./play.ts";
import { signerOf, type SignTransaction } from "./signed-transactions.ts";

export async function askLanded({ node, sign, alice, bob, nobody }: Play) {
  const { ask } = node;
  const base64 = { encoding: "base64" };
  const land = async (
    name: string,
    contents: Omit<Parameters<SignTransaction>[1], "payer">,
    options = {},
  ) => {
    const signed = await sign(name, { payer: alice, ...contents });
    await ask(name, "sendTransaction", signed.base64, { ...base64, ...options });
    await isFinal(node, signed.signature);
    return signed;
  };
  const pay = transferInstruction(alice, bob, BigInt(SOL));
  const landed = {
    "a transfer": await land("a transfer", { instructions: [pay, memoInstruction("bet")] }),
    "a legacy one": await land("a legacy one", {
      instructions: [pay, memoInstruction("é")],
      version: "legacy",
    }),
    "one with a price": await land("a priced one", {
      instructions: [...priorityInstructions(5_000, 200_000n), pay],
    }),
    "a failed one": await land(
      "a failed one",
      { instructions: [transferInstruction(alice, bob, BigInt(100 * SOL))] },
      { skipPreflight: true },
    ),
    "two memos": await land("two memos", { instructions: [memoInstruction("one"), memoInstruction("two")] }),
    "a new account": await land("a new account", {
      instructions: [transferInstruction(alice, nobody, 1_000_000n)],
    }),
  };
  const [first, second, ...others] = Object.values(landed);
  if (!first || !second) throw new Error("nothing landed");
  await ask("sent again", "sendTransaction", first.base64, base64);
  await ask("sent again, without preflight", "sendTransaction", first.base64, {
    ...base64,
    skipPreflight: true,
  });
  await ask("of one that landed", "simulateTransaction", first.base64, base64);

  const all = Object.values(landed).map(({ signature }) => signature);
  await ask("all", "getSignatureStatuses", all);
  await ask("history searched", "getSignatureStatuses", all, { searchTransactionHistory: true });
  await ask("unknown", "getSignatureStatuses", [NO_SIGNATURE]);
  await ask("unknown, history searched", "getSignatureStatuses", [NO_SIGNATURE], {
    searchTransactionHistory: true,
  });
  await ask("257", "getSignatureStatuses", Array(257).fill(NO_SIGNATURE));
  await ask("none", "getSignatureStatuses", []);
  await ask("a bad one", "getSignatureStatuses", ["abc"]);
  await ask("no list", "getSignatureStatuses", "abc");

  for (const [name, { signature }] of Object.entries(landed))
    for (const encoding of ["json", "jsonParsed", "base64", "base58", "hex"])
      await ask(`${name} as ${encoding}`, "getTransaction", signature, {
        encoding,
        maxSupportedTransactionVersion: 0,
      });
  await ask("without a version", "getTransaction", first.signature);
  await ask("a legacy one without a version", "getTransaction", second.signature);
  await ask("encoding as text", "getTransaction", second.signature, "base64");
  await ask("unknown", "getTransaction", NO_SIGNATURE);
  await ask("processed", "getTransaction", first.signature, { commitment: "processed" });
  await ask("confirmed", "getTransaction", first.signature, {
    commitment: "confirmed",
    maxSupportedTransactionVersion: 1,
  });
  await ask("a bad signature", "getTransaction", "abc");
  await ask("no base58", "getTransaction", "0OIl");
  await ask("nothing", "getTransaction");

  const { slot } = await node.valueOf("getTransaction", first.signature, {
    maxSupportedTransactionVersion: 0,
  });
  for (const transactionDetails of ["full", "accounts", "signatures", "none"])
    await ask(`with a transfer, ${transactionDetails}`, "getBlock", slot, {
      transactionDetails,
      maxSupportedTransactionVersion: 0,
      rewards: false,
    });
  await ask("with a transfer, parsed", "getBlock", slot, {
    encoding: "jsonParsed",
    maxSupportedTransactionVersion: 0,
    rewards: false,
  });
  await ask("with a transfer, without a version", "getBlock", slot);

  const { signature: last } = landed["a new account"];
  const of = (title: string, options?: object) =>
    ask(title, "getSignaturesForAddress", bob, ...(options ? [options] : []));
  await of("all");
  await of("two", { limit: 2 });
  await of("before one", { before: second.signature });
  await of("until one", { until: second.signature });
  await of("between", { before: others[1]?.signature, until: first.signature });
  await of("before one of others", { before: last });
  await of("before an unknown one", { before: NO_SIGNATURE });
  await of("until an unknown one", { until: NO_SIGNATURE });
  await of("limit 0", { limit: 0 });
  await of("limit 1001", { limit: 1001 });
  await of("a negative limit", { limit: -1 });
  await of("a bad signature", { before: "abc" });
  await of("confirmed", { commitment: "confirmed", limit: 1 });
  await of("processed", { commitment: "processed" });
  await of("a slot not reached", { minContextSlot: NEVER });
  await of("text instead of options", "x" as never);
  await ask("nobody's", "getSignaturesForAddress", (await signerOf("stranger")).address);
  await ask("no address", "getSignaturesForAddress", "abc");
  await ask("nothing", "getSignaturesForAddress");
  await ask("too many addresses", "getRecentPrioritizationFees", Array(129).fill(SYSTEM));
  await ask("a bad address", "getRecentPrioritizationFees", ["abc"]);
}
