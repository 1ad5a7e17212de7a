import { expect, it } from "vitest";
import { DUE, owedLies, PLAYER, type ToldProof, trueProof } from "../../../../../tests/history/owed-lies.ts";
import { signedLamports } from "../../../../domain/lamports.ts";
import { checkLeaves, type OwnProofs } from "./check-liabilities.ts";
import { leftOut, parseSeen, type SeenClaims, seeClaims } from "./left-out.ts";

const amount = (text: string) => signedLamports(BigInt(text));
const claims = new Map(Object.entries(DUE).map(([account, owed]) => [account, amount(owed)]));

/** The proof as the page reads it, of a tree that was built in this minute. */
function readProof({ newest }: ToldProof, minute = 0): NonNullable<OwnProofs["newest"]> {
  const { tree, leaves } = newest;
  const at = new Date(Date.parse(tree.at) + minute * 60_000);
  return {
    tree: { ...tree, at, total: amount(tree.total), slot: BigInt(tree.slot), holdings: [] },
    leaves: leaves.map(({ lamports, path, ...leaf }) => ({
      ...leaf,
      lamports: amount(lamports),
      path: path.map(({ hash, sum }) => ({ hash, sum: amount(sum) })),
    })),
  };
}

/** Sees the same proof in each of these minutes, stored and read again in between. */
const seeAll = (proof: ToldProof, minutes: readonly number[]): SeenClaims =>
  minutes.reduce<SeenClaims>(
    (seen, minute) => parseSeen(JSON.stringify(seeClaims(seen, claims, readProof(proof, minute)))),
    {},
  );

it("OWED-10 nothing is left out of a true tree", async () => {
  const proof = await trueProof();
  expect(checkLeaves(readProof(proof), PLAYER)).toEqual({ state: "checked" });
  expect(seeAll(proof, [0, 10, 20])).toEqual({});
});

it.each(owedLies)("OWED-2 OWED-4 OWED-10 $name is found by the player's page", async ({ proof }) => {
  const lied = await proof();
  const { state } = checkLeaves(readProof(lied), PLAYER);
  const missing = leftOut(seeAll(lied, [0, 10, 20]));
  expect(state === "differs" || missing.length > 0).toBe(true);
});

it("OWED-10 an account is left out once two newer trees do not have it, and only while it stays the same", async () => {
  const lied = await owedLies[0]!.proof();
  expect(leftOut(seeAll(lied, [0]))).toEqual([]);
  // The next tree may have been under way; the same tree again is no other one.
  expect(leftOut(seeAll(lied, [0, 10, 10]))).toEqual([]);
  expect(leftOut(seeAll(lied, [0, 10, 20]))).toEqual([`user:${PLAYER}`]);
  const more = new Map([...claims, [`user:${PLAYER}`, amount("601")]]);
  expect(leftOut(seeClaims(seeAll(lied, [0, 10]), more, readProof(lied, 20)))).toEqual([]);
  const counted = seeClaims(seeAll(lied, [0, 10]), claims, readProof(await trueProof(), 20));
  expect(counted).toEqual({});
});

it("OWED-10 what was stored in another form is seen anew", () => {
  for (const text of [null, "", "no JSON", "null", "3"]) expect(leftOut(parseSeen(text))).toEqual([]);
});
