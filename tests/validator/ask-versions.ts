import { getBase58Decoder } from "@solana/kit";
import { memoInstruction, priorityInstructions, transferInstruction } from "../support/chain.ts";
import { isFinal, type Play, SOL } from "./play.ts";
import { messageOf, type SignTransaction } from "./signed-transactions.ts";

const base58 = getBase58Decoder();

/** Limits that a transfer and a memo fit in. */
const ENOUGH = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 1_000_000 };

/** Where the parts of a version 1 message are, in bytes from its start. */
const MASK = 4;
const INSTRUCTION_COUNT = 40;
const ACCOUNT_COUNT = 41;
const ACCOUNTS = 42;

/** Transactions of version 1, whose configuration takes the place of compute-budget instructions. */
export async function askVersions({ node, sign, alice, bob }: Play) {
  const { ask } = node;
  const base64 = { encoding: "base64" };
  const pay = transferInstruction(alice, bob, BigInt(SOL) / 100n);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  const signed = (
    name: string,
    config: object | undefined,
    instructions: Parameters<SignTransaction>[1]["instructions"] = [pay, memoInstruction("v1")],
  ) => sign(name, { payer: alice, instructions, version: 1, ...(config && { config }) });
  const land = async (
    title: string,
    ...of: Parameters<typeof signed> extends [string, ...infer R] ? R : never
  ) => {
    const made = await signed(title, ...of);
    await ask(title, "sendTransaction", made.base64, base64);
    await isFinal(node, made.signature);
    return made;
  };
  /** The fee is known for as long as the blockhash lives. */
  const landPriced = async (...of: Parameters<typeof land>) => {
    const made = await land(...of);
    await ask(of[0], "getFeeForMessage", text(messageOf(made)));
    return made;
  };
  const simulateAndSend = async (title: string, wire: string) => {
    await ask(title, "simulateTransaction", wire, base64);
    await ask(title, "sendTransaction", wire, base64);
  };

  const landed = {
    "version 1": await landPriced("version 1", ENOUGH),
    "version 1 with a fee": await landPriced("version 1 with a fee", {
      ...ENOUGH,
      priorityFeeLamports: 777n,
      heapSize: 65_536,
    }),
    "version 1 with a price": await landPriced("version 1 with a price", ENOUGH, [
      ...priorityInstructions(5_000, 200_000_000n),
      pay,
    ]),
    "version 1 of 2 kB": await landPriced("version 1 of 2 kB", { ...ENOUGH, computeUnitLimit: 1_400_000 }, [
      pay,
      memoInstruction("x".repeat(500)),
      memoInstruction("z".repeat(1_200)),
    ]),
  };
  const endless = await land("version 1 of a size beyond the maximum", {
    ...ENOUGH,
    loadedAccountsDataSizeLimit: 4_000_000_000,
  });
  await ask("of one that landed, version 1", "simulateTransaction", endless.base64, base64);
  const { slot } = await node.valueOf("getTransaction", landed["version 1"].signature, {
    maxSupportedTransactionVersion: 1,
  });
  for (const [name, { signature }] of Object.entries(landed))
    for (const encoding of ["json", "jsonParsed", "base64", "base58"])
      await ask(`${name} as ${encoding}`, "getTransaction", signature, {
        encoding,
        maxSupportedTransactionVersion: 1,
      });
  for (const maxSupportedTransactionVersion of [undefined, 0, 2, 255, 256, -1, "1"]) {
    const options = { encoding: "base64", maxSupportedTransactionVersion };
    const title = `version 1 for one who knows ${JSON.stringify(maxSupportedTransactionVersion) ?? "legacy"}`;
    await ask(title, "getTransaction", landed["version 1"].signature, options);
    await ask(title, "getBlock", slot, { ...options, transactionDetails: "accounts", rewards: false });
    await ask(`${title}, full`, "getBlock", slot, { ...options, rewards: false });
  }
  await ask("with version 1, accounts", "getBlock", slot, {
    transactionDetails: "accounts",
    maxSupportedTransactionVersion: 1,
    rewards: false,
  });
  await ask("with version 1, full", "getBlock", slot, { maxSupportedTransactionVersion: 1, rewards: false });
  await ask("of version 1", "getSignaturesForAddress", bob, { limit: 4 });

  await simulateAndSend(
    "version 1 without a configuration",
    (await signed("an empty one", undefined)).base64,
  );
  for (const [title, config] of [
    ["without a size", { computeUnitLimit: 200_000 }],
    ["without units", { loadedAccountsDataSizeLimit: 1_000_000 }],
    ["of too few units", { ...ENOUGH, computeUnitLimit: 100 }],
    ["of too small a size", { ...ENOUGH, loadedAccountsDataSizeLimit: 100 }],
    ["with a fee beyond the balance", { ...ENOUGH, priorityFeeLamports: BigInt(1_000 * SOL) }],
  ] as const)
    await simulateAndSend(`version 1 ${title}`, (await signed(`one ${title}`, config)).base64);

  const whole = await signed("a whole one", { ...ENOUGH, priorityFeeLamports: 1n, heapSize: 32_768 });
  const values = ACCOUNTS + 32 * (whole.wire[ACCOUNT_COUNT] ?? 0);
  const changed = (at: number, ...bytes: readonly number[]) => {
    const wire = Uint8Array.from(whole.wire);
    wire.set(bytes, at);
    return wire;
  };
  for (const [title, wire] of [
    ["with a bit that means nothing", changed(MASK, 0x3f)],
    ["with half a fee", changed(MASK, 0x1d)],
    ["of too many units", changed(values + 8, 255, 255, 255, 255)],
    ["of a heap of 1000 bytes", changed(values + 16, 0xe8, 3, 0, 0)],
    ["of a heap of a megabyte", changed(values + 16, 0, 0, 16, 0)],
    ["of a heap of 1 kB", changed(values + 16, 0, 4, 0, 0)],
    ["of 65 instructions", changed(INSTRUCTION_COUNT, 65)],
    ["of 65 accounts", changed(ACCOUNT_COUNT, 65)],
    ["of no signer", changed(1, 0)],
    ["of two signers", changed(1, 2)],
    ["of 13 signers", changed(1, 13)],
    ["of a payer that is only read", changed(2, 1)],
    ["of too many accounts that are only read", changed(3, 4)],
    ["of an account twice", changed(ACCOUNTS + 32, ...whole.wire.subarray(ACCOUNTS, ACCOUNTS + 32))],
    ["of the payer as a program", changed(values + 20, 0)],
    ["of an unknown program", changed(values + 20, 9)],
    ["of an unknown account", changed(values + 28, 9)],
    ["but its end", whole.wire.subarray(0, -1)],
    ["of 80 bytes", whole.wire.subarray(0, 80)],
    ["of one byte", whole.wire.subarray(0, 1)],
    ["of 4097 bytes", Uint8Array.from([...whole.wire, ...new Uint8Array(4097 - whole.wire.length)])],
    ["with its signature first", Uint8Array.from([1, ...whole.wire.slice(-64), ...messageOf(whole)])],
    ["with a forged signature", changed(whole.wire.length - 64, 1, 2, 3)],
    ["unsigned", changed(whole.wire.length - 64, ...new Uint8Array(64))],
  ] as const)
    await simulateAndSend(`version 1 ${title}`, text(wire));
  await simulateAndSend("version 1 and more", text(Uint8Array.from([...whole.wire, 0])));
  await ask("version 0 with its message first", "sendTransaction", text(changed(0, 0x80)), base64);
  await ask("version 1 in base58", "sendTransaction", base58.decode(whole.wire));
  await ask(
    "version 1 of 2 kB in base58",
    "sendTransaction",
    base58.decode(landed["version 1 of 2 kB"].wire),
  );
}
