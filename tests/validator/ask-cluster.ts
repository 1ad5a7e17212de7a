import { NEVER, NO_HASH, type Play } from "./play.ts";

export async function askCluster({ node }: Play) {
  const { ask } = node;
  for (const method of [
    "getHealth",
    "getVersion",
    "getGenesisHash",
    "getIdentity",
    "getSlotLeader",
    "getFirstAvailableBlock",
    "minimumLedgerSlot",
    "getEpochSchedule",
    "getEpochInfo",
    "getTransactionCount",
    "getAgGenesisCert",
  ])
    await ask("plain", method);
  for (const method of ["getSlot", "getBlockHeight", "getLatestBlockhash", "getEpochInfo"]) {
    if (method !== "getEpochInfo") await ask("plain", method);
    for (const commitment of ["processed", "confirmed", "finalized"])
      await ask(commitment, method, { commitment });
    await ask("an unknown commitment", method, { commitment: "certain" });
    await ask("an old commitment", method, { commitment: "recent" });
    await ask("text instead of options", method, "confirmed");
    await ask("null instead of options", method, null);
    await ask("a list instead of options", method, []);
    await ask("an unknown option", method, { colour: "red" });
    await ask("a slot not reached", method, { minContextSlot: NEVER });
    await ask("a slot reached", method, { minContextSlot: 0 });
    await ask("a negative slot", method, { minContextSlot: -1 });
    await ask("a slot as text", method, { minContextSlot: "0" });
    await ask("too many parameters", method, {}, {});
  }
  await ask("too many parameters", "getHealth", 1);
  await ask("too many parameters", "getGenesisHash", 1);
  const { blockhash } = (await node.valueOf("getLatestBlockhash")).value;
  await ask("the newest", "isBlockhashValid", blockhash);
  await ask("processed", "isBlockhashValid", blockhash, { commitment: "processed" });
  await ask("an unknown one", "isBlockhashValid", NO_HASH);
  await ask("no base58", "isBlockhashValid", "0OIl");
  await ask("too short", "isBlockhashValid", "abc");
  await ask("a number", "isBlockhashValid", 5);
  await ask("none", "isBlockhashValid");
  await ask("a slot not reached", "isBlockhashValid", blockhash, { minContextSlot: NEVER });

  const slot: number = await node.valueOf("getSlot");
  await ask("of a block", "getBlockTime", slot);
  await ask("of one not made", "getBlockTime", NEVER);
  await ask("of a text", "getBlockTime", "5");
  await ask("of nothing", "getBlockTime");
  await ask("of less than zero", "getBlockTime", -1);
  const at = { commitment: "confirmed" };
  await ask("one", "getBlocks", slot, slot, at);
  await ask("none", "getBlocks", slot, slot - 1, at);
  await ask("not made", "getBlocks", NEVER, NEVER + 5, at);
  await ask("too many", "getBlocks", 0, 600_000);
  await ask("processed", "getBlocks", slot, slot, { commitment: "processed" });
  await ask("without a start", "getBlocks");
  await ask("one", "getBlocksWithLimit", slot, 1, at);
  await ask("none", "getBlocksWithLimit", slot, 0, at);
  await ask("too many", "getBlocksWithLimit", 0, 600_000);
  await ask("without a limit", "getBlocksWithLimit", slot);
  await ask("not made", "getBlock", NEVER);
  await ask("processed", "getBlock", slot, { commitment: "processed" });
  await ask("a text", "getBlock", "5");
  for (const transactionDetails of ["none", "signatures", "all"])
    await ask(`an empty one, ${transactionDetails}`, "getBlock", slot, {
      transactionDetails,
      rewards: false,
      maxSupportedTransactionVersion: 0,
    });
}
