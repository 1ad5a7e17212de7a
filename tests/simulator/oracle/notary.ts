import type { SimulatedChain } from "../chain.ts";
import type { Landed } from "../execute.ts";
import type { Decoded } from "../transaction-bytes.ts";
import { isSet, type Mirror, type Row, text } from "./mirror.ts";
import type { Must } from "./must.ts";
import { treeHash } from "./rule-log.ts";
import type { Commit } from "./settlements.ts";

interface Ports {
  readonly must: Must;
  readonly mirror: Mirror;
  readonly chain: () => SimulatedChain;
}

/** What the notary writes to the chain (rule LOG-9). */
interface NotaryRules {
  committed(commit: Commit): void;
  sent(transaction: Decoded): void;
  landed(transaction: Landed): void;
  finalized(transaction: Landed): void;
}

export function openNotaryRules({ must, mirror, chain }: Ports): NotaryRules {
  const entries = new Map<string, string[]>();
  const roots = new Map<string, string>();
  const final = new Map<string, Landed>();

  function rootOf(log: string, size: number): string {
    const key = `${log} ${size}`;
    const known = roots.get(key);
    if (known !== undefined) return known;
    const made = treeHash((entries.get(log) ?? []).slice(0, size)).toString("base64");
    roots.set(key, made);
    return made;
  }

  const logOf = (notary: string) => [...mirror.logs.values()].find((log) => log["notary"] === notary) ?? null;

  /** The notary signs nothing but the three lines of a checkpoint that its log has. */
  function mustBeCheckpoint({ signature, accounts, transfers, memos, signers }: Decoded) {
    const log = logOf(accounts[0] ?? "");
    if (log === null) return;
    const [memo = "", ...others] = memos;
    const [origin, size = "", root, ...rest] = memo.split("\n");
    const isAlone =
      transfers.length === 0 && others.length === 0 && rest.length === 0 && signers.length === 1;
    must(isAlone, `LOG-9 ${signature} of the notary is more than a memo`);
    must(origin === log["origin"], `LOG-9 ${signature} names the log ${origin}`);
    const reached = Number(size) >= 1 && Number(size) <= Number(log["size"]);
    must(reached, `LOG-9 ${signature} names a size of ${size}`);
    const wanted = rootOf(text(log, "id"), Number(size));
    must(root === wanted, `LOG-9 ${signature} names the root ${root} at ${size}, which is ${wanted}`);
  }

  function mustBeNext(memo: Row) {
    const signature = text(memo, "signature");
    const height = chain().heightAt(chain().finalizedSlot());
    for (const one of mirror.memos.values()) {
      if (one["log"] !== memo["log"] || one["signature"] === memo["signature"]) continue;
      const landed = chain().find(text(one, "signature"));
      const mayLand =
        landed === null ? height <= Number(one["last_valid_block_height"]) : !final.has(landed.signature);
      must(!mayLand, `LOG-9 ${signature} is signed while ${text(one, "signature")} may land`);
      must(isSet(one, "outcome"), `LOG-9 ${signature} is signed before ${text(one, "signature")} has ended`);
    }
  }

  function mustHaveEnded(memo: Row) {
    const signature = text(memo, "signature");
    const landed = final.get(signature) ?? null;
    const outcome = landed === null ? "expired" : landed.error === null ? "landed" : "failed";
    must(
      memo["outcome"] === outcome,
      `LOG-9 ${signature} is called ${text(memo, "outcome")} and has ${outcome}`,
    );
    if (landed === null) {
      const mayLand = chain().heightAt(chain().finalizedSlot()) <= Number(memo["last_valid_block_height"]);
      must(!mayLand && chain().find(signature) === null, `LOG-9 ${signature} is called dead and may land`);
    } else must(Number(memo["slot"]) === landed.slot, `LOG-9 ${signature} landed in ${landed.slot}`);
  }

  return {
    committed({ rows }) {
      for (const { source, before, row } of rows) {
        if (source === "log_entries" && before === null)
          entries.set(text(row, "log"), [...(entries.get(text(row, "log")) ?? []), text(row, "entry")]);
        if (source !== "notary_memos") continue;
        if (before === null) mustBeNext(row);
        else mustHaveEnded(row);
      }
    },
    sent(transaction) {
      if (logOf(transaction.accounts[0] ?? "") === null) return;
      must(
        mirror.memos.has(transaction.signature),
        `LOG-9 ${transaction.signature} is sent before it is stored`,
      );
      mustBeCheckpoint(transaction);
    },
    landed: mustBeCheckpoint,
    finalized: (transaction) => void final.set(transaction.signature, transaction),
  };
}
