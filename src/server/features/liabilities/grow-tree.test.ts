import { expect, it } from "vitest";
import {
  byAccountHash,
  growLiabilityTree,
  hashAccount,
  liabilityLeaf,
  liabilitySalt,
} from "../../../domain/liability-tree.ts";
import { lamports } from "../../../domain/lamports.ts";
import { growTree } from "./grow-tree.ts";
import { unpack } from "./leaf-rows.ts";

const secret = new Uint8Array(32).fill(9);
const owedBy = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    account: `user:${index}`,
    lamports: lamports(BigInt(index + 1)),
  }));

it.each([0, 1, 255, 256, 257, 511, 512, 513, 1_300])(
  "OWED-2 OWED-3 in rows it is the same tree as over all %i leaves at once, and each row is sound",
  async (count) => {
    const pause = () => Promise.resolve();
    const leaves = owedBy(count)
      .map(({ account, lamports: owed }) => ({
        accountHash: hashAccount(account, liabilitySalt(secret, account)),
        lamports: owed,
      }))
      .toSorted(byAccountHash);
    const whole = await growLiabilityTree(leaves.map(liabilityLeaf), pause);
    const grown = await growTree(owedBy(count), secret, pause);
    expect(grown).toMatchObject({ root: whole.root, count });
    expect(grown.rows.flatMap((row) => unpack(row.leaves))).toEqual(leaves);
    const above = await growLiabilityTree(
      grown.rows.map(({ node }) => node),
      pause,
    );
    for (const index of [0, 255, 256, count - 1].filter((each) => each >= 0 && each < count)) {
      const row = unpack(grown.rows[index >> 8]!.leaves);
      const within = await growLiabilityTree(row.map(liabilityLeaf), pause);
      expect([...within.pathOf(index & 255), ...above.pathOf(index >> 8)]).toEqual(whole.pathOf(index));
    }
  },
);
