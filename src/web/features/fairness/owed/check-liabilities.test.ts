import { generateKeyPairSync, sign } from "node:crypto";
import { expect, it } from "vitest";
import { encodeBase58 } from "../../../../domain/base58.ts";
import {
  growLiabilityTree,
  hashAccount,
  liabilityLeaf,
  liabilitySalt,
} from "../../../../domain/liability-tree.ts";
import { lamports, signedLamports } from "../../../../domain/lamports.ts";
import { holdingsText, liabilitiesMemo } from "../../../../domain/memo.ts";
import type { AskNode } from "../verifier/node-answers.ts";
import { checkAnchor, checkLeaves, checkOwnPart, type OwnProofs, type Tree } from "./check-liabilities.ts";
import { checkSignatures } from "./check-signatures.ts";
import { DAY_S } from "../../../../domain/utc-day.ts";

const secret = new Uint8Array(32).fill(3);
const owed = [
  ["user:Wallet1", 600n],
  ["user:Wallet2", 50n],
  ["pool:race-1", 40n],
  ["payment:withdrawal-1", 400n],
  ["referral:Wallet1", 0n],
] as const;
const saltOf = (account: string) => liabilitySalt(secret, account);
const nodes = owed.map(([account, amount]) =>
  liabilityLeaf({ accountHash: hashAccount(account, saltOf(account)), lamports: lamports(amount) }),
);
const grown = await growLiabilityTree(nodes, () => Promise.resolve());
const leafOf = (index: number) => {
  const [account, amount] = owed[index]!;
  return {
    account,
    lamports: signedLamports(amount),
    salt: saltOf(account),
    index,
    path: [...grown.pathOf(index)],
  };
};

const keys = generateKeyPairSync("ed25519");
const address = encodeBase58(keys.publicKey.export({ format: "der", type: "spki" }).subarray(12));
const at = new Date(Date.UTC(2026, 10, 24, 0, 0, 2));
const hot = { kind: "hot" as const, address, lamports: signedLamports(2_000n) };
const text = holdingsText({ at, root: grown.root.hash, slot: 7n, address, lamports: hot.lamports });
const signed = encodeBase58(sign(null, Buffer.from(text), keys.privateKey));
const tree: Tree = {
  at,
  root: grown.root.hash,
  total: grown.root.sum,
  count: owed.length,
  slot: 7n,
  holdings: [{ ...hot, signature: signed }],
  anchor: "anchor",
};
const own = { tree, leaves: [leafOf(0), leafOf(3)] };

const nodeOf =
  (memo: string, { payer = address, blockTime = at.getTime() / 1000 } = {}): AskNode =>
  async (method) =>
    method === "getBlockTime"
      ? blockTime
      : {
          slot: 9,
          meta: { err: null },
          transaction: {
            message: {
              accountKeys: [{ pubkey: payer }],
              instructions: [{ programId: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr", parsed: memo }],
            },
          },
        };
const memo = liabilitiesMemo({ ...tree, holdings: hot.lamports });

it("OWED-4 OWED-6 the own accounts are found in root and total, and the tree on the chain", async () => {
  expect(checkLeaves(own, "Wallet1")).toEqual({ state: "checked" });
  const proofs: OwnProofs = { newest: own, anchored: own };
  expect(await checkOwnPart(nodeOf(memo), proofs, "Wallet1")).toEqual({
    at,
    balance: 600n,
    counted: 1_000n,
    newest: { state: "checked" },
    onChain: { at, counted: 1_000n, finding: { state: "checked" } },
  });
  // What was owed after that tree is not on the chain yet.
  const later = await checkOwnPart(nodeOf(memo), { newest: own, anchored: { tree, leaves: [] } }, "Wallet1");
  expect(later?.onChain).toBeNull();
  expect(await checkOwnPart(null, { newest: null, anchored: null }, "Wallet1")).toBeNull();
});

it("OWED-4 a proof of somebody else's account, of a changed amount or of a leaf told twice does not hold", () => {
  const differs = (leaves: readonly ReturnType<typeof leafOf>[], of = tree) =>
    expect(checkLeaves({ tree: of, leaves: [...leaves] }, "Wallet1")).toMatchObject({ state: "differs" });
  differs([leafOf(1)]);
  differs([leafOf(2)]);
  differs([leafOf(0), leafOf(0)]);
  // Another player's leaf, presented as the player's own.
  differs([{ ...leafOf(1), account: "user:Wallet1" }]);
  differs([{ ...leafOf(0), lamports: signedLamports(601n) }]);
  differs([{ ...leafOf(0), lamports: signedLamports(-600n) }]);
  differs([{ ...leafOf(0), index: 1 }]);
  differs([leafOf(0)], { ...tree, total: signedLamports(grown.root.sum - 50n) });
  differs([leafOf(0)], { ...tree, count: 9 });
  differs([leafOf(0)], { ...tree, root: "0".repeat(64) });
});

it("OWED-6 a memo that says something else differs, one of a stranger too, and a node that fails proves nothing", async () => {
  const other = liabilitiesMemo({ ...tree, total: signedLamports(1n), holdings: hot.lamports });
  expect(await checkAnchor(nodeOf(other), tree)).toMatchObject({ state: "differs" });
  expect(await checkAnchor(nodeOf(memo, { payer: "Stranger" }), tree)).toMatchObject({ state: "differs" });
  const dayBefore = at.getTime() / 1000 - DAY_S;
  expect(await checkAnchor(nodeOf(memo, { blockTime: dayBefore }), tree)).toEqual({
    state: "differs",
    said: "2026-11-24T00:00:02.000Z",
    found: "2026-11-23T00:00:02.000Z",
  });
  // A wallet that is listed twice, in halves, so that the sum is that of the memo.
  const half = { ...hot, lamports: signedLamports(1_000n), signature: null };
  const twice = { ...tree, holdings: [half, half] };
  expect(await checkAnchor(nodeOf(memo), twice)).toMatchObject({ state: "differs" });
  const silent: AskNode = () => Promise.reject(new Error("no route"));
  expect(await checkAnchor(silent, tree)).toEqual({ state: "unread", why: "no route" });
  expect(await checkAnchor(null, tree)).toMatchObject({ state: "unread" });
  expect(await checkAnchor(async () => null, tree)).toEqual({ state: "missing" });
  expect(await checkAnchor(silent, { ...tree, anchor: null })).toEqual({ state: "absent" });
});

it("OWED-7 a signature holds for its wallet, amount, slot and root alone", async () => {
  const statesOf = async (changed: Partial<Tree>) =>
    (await checkSignatures({ ...tree, ...changed })).map(({ state }) => state);
  expect(await statesOf({})).toEqual(["checked"]);
  expect(await statesOf({ slot: 8n })).toEqual(["differs"]);
  expect(await statesOf({ root: "0".repeat(64) })).toEqual(["differs"]);
  const holdingsWith = (change: object) => ({ holdings: [{ ...hot, signature: signed, ...change }] });
  expect(await statesOf(holdingsWith({ lamports: signedLamports(2_001n) }))).toEqual(["differs"]);
  expect(await statesOf(holdingsWith({ signature: null }))).toEqual(["absent"]);
  expect(await statesOf(holdingsWith({ address: "11111111111111111111111111111112" }))).toEqual(["differs"]);
});
