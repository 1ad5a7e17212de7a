import type { Api } from "../../../../contract/api.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { hashAccount, liabilityLeaf, MAX_OWED, rootFromSums } from "../../../../domain/liability-tree.ts";
import { isLamports, type SignedLamports, signedLamports } from "../../../../domain/lamports.ts";
import { referralAccount, userAccount } from "../../../../domain/ledger.ts";
import { compare, firstOf, type Finding } from "../verifier/finding.ts";
import type { AskNode } from "../verifier/node-answers.ts";
import { compareAnchor } from "./compare-anchor.ts";

export type Tree = NonNullable<Reply<Api["getLiabilities"]>["newest"]>;
export type OwnProofs = Reply<Api["getLiabilityProof"]>;
type OwnProof = NonNullable<OwnProofs["newest"]>;

/**
 * Whether what is owed to a wallet is counted in a tree: each leaf, computed from an account of that wallet, leads to
 * root and total (rule OWED-4). The server is not trusted for any hash or sum.
 */
export function checkLeaves({ tree, leaves }: OwnProof, wallet: string): Finding {
  const own: readonly string[] = [userAccount(wallet), referralAccount(wallet)];
  const said = `${tree.root} ${tree.total}`;
  const accounts = new Set(leaves.map(({ account }) => account));
  // The same leaf given twice would be counted once.
  if (accounts.size < leaves.length) return compare(`${leaves.length}`, `${accounts.size}`);
  return firstOf(
    leaves.map(({ account, salt, lamports: owed, index, path }) => {
      if (!own.includes(account) && !account.startsWith("payment:")) return compare(own.join(" "), account);
      if (!isLamports(owed) || owed > MAX_OWED) return compare(account, `${account} ${owed}`);
      const leaf = liabilityLeaf({ accountHash: hashAccount(account, salt), lamports: owed });
      const found = rootFromSums(leaf, { index, count: tree.count, path });
      return compare(said, found === null ? "–" : `${found.hash} ${found.sum}`);
    }),
  );
}

/** Compares a tree with the chain (rule OWED-6); absent if it is not on the chain yet. */
export async function checkAnchor(ask: AskNode | null, tree: Tree): Promise<Finding> {
  if (tree.anchor === null) return { state: "absent" };
  if (ask === null) return { state: "unread", why: "" };
  try {
    return await compareAnchor(ask, tree, tree.anchor);
  } catch (error) {
    return { state: "unread", why: error instanceof Error ? error.message : String(error) };
  }
}

/** The result of checking the player's own part. */
export interface OwnPart {
  /** When the newest tree was built. */
  readonly at: Date;
  /** What is counted for the balance, and for all accounts together. */
  readonly balance: SignedLamports;
  readonly counted: SignedLamports;
  readonly newest: Finding;
  /** The same for the newest tree on the chain; null if there is none yet, or nothing was owed then. */
  readonly onChain: (Pick<OwnPart, "at" | "counted"> & { readonly finding: Finding }) | null;
}

/**
 * Null while there is no tree yet.
 *
 * @param missing accounts that were left out of the newest trees, though something is owed on them (rule OWED-10).
 */
export async function checkOwnPart(
  ask: AskNode | null,
  { newest, anchored }: OwnProofs,
  wallet: string,
  missing: readonly string[] = [],
): Promise<OwnPart | null> {
  if (newest === null) return null;
  const sum = (leaves: OwnProof["leaves"]) =>
    signedLamports(leaves.reduce((total, { lamports: owed }) => total + owed, 0n));
  return {
    at: newest.tree.at,
    counted: sum(newest.leaves),
    balance: sum(newest.leaves.filter(({ account }) => account === userAccount(wallet))),
    newest: firstOf([checkLeaves(newest, wallet), compare("", missing.join(" "))]),
    onChain:
      anchored === null || anchored.leaves.length === 0
        ? null
        : {
            at: anchored.tree.at,
            counted: sum(anchored.leaves),
            finding: firstOf([checkLeaves(anchored, wallet), await checkAnchor(ask, anchored.tree)]),
          },
  };
}
