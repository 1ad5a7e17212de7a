import { memoInstruction, priorityInstructions, transferInstruction } from "../support/chain.ts";
import { until } from "../support/until.ts";
import { SOL, NEVER, NO_HASH, type Play } from "./play.ts";
import { signerOf, type SignTransaction } from "./signed-transactions.ts";

export async function askSending({ node, sign, alice, bob, carol, nobody }: Play) {
  const { ask } = node;
  const base64 = { encoding: "base64" };
  const pay = (amount: bigint, to = bob) => transferInstruction(alice, to, amount);
  const send = async (
    title: string,
    contents: Omit<Parameters<SignTransaction>[1], "payer"> & { payer?: typeof alice },
    options: object = {},
  ) => {
    const signed = await sign(title, { payer: alice, ...contents });
    await ask(title, "sendTransaction", signed.base64, { ...base64, ...options });
    return signed;
  };
  const penniless = await signerOf("penniless");

  await send("an unknown blockhash", { instructions: [pay(1n)], recentBlockhash: NO_HASH });
  await send(
    "an unknown blockhash, without preflight",
    { instructions: [pay(1n)], recentBlockhash: NO_HASH },
    {
      skipPreflight: true,
    },
  );
  await send("more than there is", { instructions: [pay(BigInt(100 * SOL))] });
  await send("a payer without money", {
    payer: penniless,
    instructions: [transferInstruction(penniless, bob, 1n)],
  });
  await send("too little for a new account", { instructions: [pay(1n, nobody)] });
  await send("a payer who would keep too little", {
    payer: carol,
    instructions: [transferInstruction(carol, bob, BigInt(10 * SOL) - 6_000n)],
  });
  await send("an unknown program", {
    instructions: [{ programAddress: carol.address, data: new Uint8Array() }],
  });
  await send("a program that is not there", {
    instructions: [{ programAddress: (await signerOf("program")).address, data: new Uint8Array() }],
  });
  await send("a memo that is no text", {
    instructions: [{ ...memoInstruction("x"), data: Uint8Array.from([255, 254]) }],
  });
  await send("an unknown system instruction", {
    instructions: [{ ...pay(1n), data: Uint8Array.from([99, 0, 0, 0]) }],
  });
  await send("too few compute units", {
    instructions: [...priorityInstructions(100, 0n), memoInstruction("x")],
  });
  await send("too many compute units", { instructions: [...priorityInstructions(9_000_000, 0n), pay(1n)] });
  await send("two limits", {
    instructions: [...priorityInstructions(1000, 1n), ...priorityInstructions(1000, 1n), pay(1n)],
  });
  await send("a slot not reached", { instructions: [pay(2n)] }, { minContextSlot: NEVER });
  await send(
    "an unknown preflight commitment",
    { instructions: [pay(3n)] },
    { preflightCommitment: "certain" },
  );
  await send("an unknown encoding", { instructions: [pay(3n)] }, { encoding: "hex" });
  await send("retries that are no number", { instructions: [pay(3n)] }, { maxRetries: "many" });

  const unsigned = await sign("an unsigned one", { payer: alice, instructions: [pay(4n)] });
  const zero = Uint8Array.from(unsigned.wire);
  zero.fill(0, 1, 65);
  const forged = Uint8Array.from(unsigned.wire);
  forged[5] = (forged[5] ?? 0) ^ 1;
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
  for (const [title, bytes] of [
    ["no signature", zero],
    ["a forged signature", forged],
  ] as const) {
    await ask(title, "sendTransaction", text(bytes), base64);
    await ask(`${title}, without preflight`, "sendTransaction", text(bytes), {
      ...base64,
      skipPreflight: true,
    });
  }
  await ask("no bytes", "sendTransaction", "", base64);
  await ask("half of one", "sendTransaction", text(unsigned.wire.subarray(0, 80)), base64);
  await ask("one and more", "sendTransaction", text(Uint8Array.from([...unsigned.wire, 0])), base64);
  await ask("1233 bytes", "sendTransaction", text(new Uint8Array(1233)), base64);
  await ask("a megabyte of base58", "sendTransaction", "1".repeat(5000));
  await ask("no base64", "sendTransaction", "§§§", base64);
  await ask("no base58", "sendTransaction", "0OIl");
  await ask("base64 taken for base58", "sendTransaction", "AbCdEf+/AbCdEf+/");
  await ask("a number", "sendTransaction", 5);
  await ask("nothing", "sendTransaction");
  const version2 = Uint8Array.from(unsigned.wire);
  version2[65] = 0x82;
  await ask("version 2", "sendTransaction", text(version2), base64);
}

/** At the end, as the chain's first blockhash is out of date by then or soon after. */
export async function askExpired({ node, sign, alice, bob, firstBlockhash }: Play) {
  await until("the first blockhash to expire", async () => {
    const { value } = await node.valueOf("isBlockhashValid", firstBlockhash);
    return value === false;
  });
  const { base64 } = await sign("an expired one", {
    payer: alice,
    instructions: [transferInstruction(alice, bob, 5n)],
    recentBlockhash: firstBlockhash,
  });
  await node.ask("an expired one", "sendTransaction", base64, { encoding: "base64" });
  await node.ask("an expired one", "simulateTransaction", base64, { encoding: "base64" });
}
