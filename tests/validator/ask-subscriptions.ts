import { memoInstruction, transferInstruction } from "../support/chain.ts";
import { isFinal, type Play } from "./play.ts";

export async function askSubscriptions({ node, sign, alice, bob }: Play) {
  const { hear } = node;
  let count = 0;
  const signed = () => {
    const name = `notified transfer ${++count}`;
    return sign(name, {
      payer: alice,
      instructions: [transferInstruction(alice, bob, 1n), memoInstruction(name)],
    });
  };
  const sending = async () => {
    const { base64, signature } = await signed();
    await node.valueOf("sendTransaction", base64, { encoding: "base64" });
    await isFinal(node, signature);
  };
  for (const commitment of ["confirmed", "finalized"]) {
    const { base64, signature } = await signed();
    await hear(commitment, "signatureSubscribe", [signature, { commitment }], async () => {
      await node.valueOf("sendTransaction", base64, { encoding: "base64" });
    });
    await hear(
      `${commitment}, landed before`,
      "signatureSubscribe",
      [signature, { commitment }],
      async () => {},
    );
    await hear(commitment, "accountSubscribe", [bob, { commitment, encoding: "base64" }], sending);
    await hear(commitment, "logsSubscribe", [{ mentions: [bob] }, { commitment }], sending);
  }
  const received = await signed();
  await hear(
    "received",
    "signatureSubscribe",
    [received.signature, { commitment: "confirmed", enableReceivedNotification: true }],
    async () => {
      await node.valueOf("sendTransaction", received.base64, { encoding: "base64" });
      await isFinal(node, received.signature);
    },
  );
  await hear("plain", "slotSubscribe", [], async () => {}, { isEndless: true });
  await hear("plain", "rootSubscribe", [], async () => {}, { isEndless: true });
  for (const [method, title, ...params] of [
    ["signatureSubscribe", "a bad signature", "abc"],
    ["signatureSubscribe", "nothing"],
    ["accountSubscribe", "a bad address", "abc"],
    ["accountSubscribe", "nothing"],
    ["accountSubscribe", "an unknown encoding", bob, { encoding: "hex" }],
    ["accountSubscribe", "an unknown commitment", bob, { commitment: "certain" }],
    ["logsSubscribe", "nobody", { mentions: [] }],
    ["logsSubscribe", "two", { mentions: [bob, alice.address] }],
    ["logsSubscribe", "a bad address", { mentions: ["abc"] }],
    ["logsSubscribe", "an unknown filter", "some"],
    ["noSuchSubscribe", "unknown"],
    ["voteSubscribe", "not enabled"],
    ["blockSubscribe", "not enabled", "all"],
  ] as const)
    await hear(title, method, params, async () => {});
}
