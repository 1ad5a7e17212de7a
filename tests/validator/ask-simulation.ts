import { memoInstruction, priorityInstructions, transferInstruction } from "../support/chain.ts";
import { SOL, NEVER, NO_HASH, type Play } from "./play.ts";
import { messageOf } from "./signed-transactions.ts";

export async function askSimulation({ node, sign, alice, bob, nobody }: Play) {
  const { ask } = node;
  const base64 = { encoding: "base64" };
  const transfer = transferInstruction(alice, bob, BigInt(SOL));
  const signed = await sign("a transfer to simulate", {
    payer: alice,
    instructions: [transfer, memoInstruction("m")],
  });
  const simulate = (title: string, options: object, wire = signed.base64) =>
    ask(title, "simulateTransaction", wire, { ...base64, ...options });
  await simulate("plain", {});
  await simulate("with signatures verified", { sigVerify: true });
  await simulate("with a new blockhash", { replaceRecentBlockhash: true });
  await simulate("both", { sigVerify: true, replaceRecentBlockhash: true });
  await simulate("inner instructions", { innerInstructions: true });
  for (const encoding of ["base64", "base58", "jsonParsed", "hex"])
    await simulate(`accounts as ${encoding}`, { accounts: { encoding, addresses: [bob, nobody] } });
  await simulate("accounts that are not addresses", { accounts: { addresses: ["abc"] } });
  await simulate("too many accounts", { accounts: { addresses: Array(9).fill(bob) } });
  await simulate("a slot not reached", { minContextSlot: NEVER });
  await simulate("processed", { commitment: "processed" });
  const old = await sign("one of an unknown blockhash", {
    payer: alice,
    instructions: [transfer],
    recentBlockhash: NO_HASH,
  });
  await simulate("an unknown blockhash", {}, old.base64);
  await simulate("an unknown blockhash, replaced", { replaceRecentBlockhash: true }, old.base64);
  const tooMuch = await sign("one that cannot be paid", {
    payer: alice,
    instructions: [transferInstruction(alice, bob, BigInt(100 * SOL))],
  });
  await simulate("more than there is", {}, tooMuch.base64);
  await simulate("more than there is, with accounts", { accounts: { addresses: [bob] } }, tooMuch.base64);
  const forged = Uint8Array.from(signed.wire);
  forged[5] = (forged[5] ?? 0) ^ 1;
  const forgedText = Buffer.from(forged).toString("base64");
  await simulate("a forged signature", {}, forgedText);
  await simulate("a forged signature, verified", { sigVerify: true }, forgedText);

  const message = Buffer.from(messageOf(signed)).toString("base64");
  await ask("plain", "getFeeForMessage", message);
  await ask("processed", "getFeeForMessage", message, { commitment: "processed" });
  await ask("of an unknown blockhash", "getFeeForMessage", Buffer.from(messageOf(old)).toString("base64"));
  const dear = await sign("one with a price", {
    payer: alice,
    instructions: [...priorityInstructions(10_000, 1_500_000n), transfer],
  });
  await ask("with a price", "getFeeForMessage", Buffer.from(messageOf(dear)).toString("base64"));
  const priced = await sign("one with a price alone", {
    payer: alice,
    instructions: [...priorityInstructions(10_000, 1_500_000n).slice(1), transfer],
  });
  await ask("with a price alone", "getFeeForMessage", Buffer.from(messageOf(priced)).toString("base64"));
  await ask("no message", "getFeeForMessage", "AAAA");
  await ask("no base64", "getFeeForMessage", "§");
  await ask("nothing", "getFeeForMessage");
}
