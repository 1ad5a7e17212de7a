import { until } from "../support/until.ts";
import { SYSTEM, SOL, NEVER, type Play } from "./play.ts";

const MEMO = "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr";
const RENT = "SysvarRent111111111111111111111111111111111";

export async function askAirdrops({ node, alice, carol, nobody }: Play) {
  const { ask } = node;
  await ask("of nothing", "requestAirdrop", nobody, 0);
  await ask("of less than nothing", "requestAirdrop", nobody, -1);
  await ask("of a fraction", "requestAirdrop", nobody, 1.5);
  await ask("of a text", "requestAirdrop", nobody, "1");
  await ask("without an amount", "requestAirdrop", nobody);
  await ask("to no address", "requestAirdrop", "nobody", SOL);
  await ask("to a number", "requestAirdrop", 5, SOL);
  for (const { address } of [alice, carol]) {
    await ask(`to ${address}`, "requestAirdrop", address, 10 * SOL);
    await until("the airdrop", async () => (await node.valueOf("getBalance", address)).value > 0);
  }
}

export async function askAccounts({ node, alice, bob, nobody }: Play) {
  const { ask } = node;
  for (const method of ["getBalance", "getAccountInfo"]) {
    await ask("funded", method, alice.address);
    await ask("unknown", method, nobody);
    for (const commitment of ["processed", "confirmed", "finalized"])
      await ask(commitment, method, alice.address, { commitment });
    await ask("an unknown commitment", method, alice.address, { commitment: "certain" });
    await ask("no base58", method, "0OIl");
    await ask("too short", method, "abc");
    await ask("too long", method, `${SYSTEM}1`);
    await ask("a number", method, 5);
    await ask("null", method, null);
    await ask("nothing", method);
    await ask("text instead of options", method, alice.address, "confirmed");
    await ask("a slot not reached", method, alice.address, { minContextSlot: NEVER });
    await ask("too many parameters", method, alice.address, {}, 3);
  }
  for (const encoding of ["base58", "base64", "base64+zstd", "jsonParsed", "binary", "hex"]) {
    await ask(`encoded as ${encoding}`, "getAccountInfo", alice.address, { encoding });
    await ask(`the rent sysvar as ${encoding}`, "getAccountInfo", RENT, { encoding });
  }
  await ask("a slice", "getAccountInfo", RENT, { encoding: "base64", dataSlice: { offset: 1, length: 3 } });
  await ask("a slice beyond the end", "getAccountInfo", RENT, {
    encoding: "base64",
    dataSlice: { offset: 90, length: 3 },
  });
  await ask("a slice without a length", "getAccountInfo", RENT, {
    encoding: "base64",
    dataSlice: { offset: 1 },
  });
  await ask("a negative slice", "getAccountInfo", RENT, {
    encoding: "base64",
    dataSlice: { offset: -1, length: 3 },
  });
  await ask("the system program", "getAccountInfo", SYSTEM, { encoding: "base64" });
  await ask("the memo program", "getAccountInfo", MEMO, {
    encoding: "base64",
    dataSlice: { offset: 0, length: 0 },
  });
  await ask("two", "getMultipleAccounts", [alice.address, bob]);
  await ask("none", "getMultipleAccounts", []);
  await ask("101", "getMultipleAccounts", Array(101).fill(SYSTEM));
  await ask("a bad one", "getMultipleAccounts", [alice.address, "abc"]);
  await ask("no list", "getMultipleAccounts", alice.address);
  await ask("nothing", "getMultipleAccounts");
  for (const bytes of [0, 1, 165, 10_485_760, 10_485_761, -1, 1.5, "5"])
    await ask(`${bytes} bytes`, "getMinimumBalanceForRentExemption", bytes);
  await ask("nothing", "getMinimumBalanceForRentExemption");
}
