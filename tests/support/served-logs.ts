import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { encodeBase58 } from "../../src/domain/base58.ts";
import { checkpointLines } from "../../src/domain/log/checkpoint.ts";
import { type EntryContent, writeEntry } from "../../src/domain/log/entry.ts";
import { writeBundle } from "../../src/domain/log/entry-bundle.ts";
import { frontierOf, rootOf } from "../../src/domain/log/frontier.ts";
import { bundlePath, tilePath, TILE_WIDTH } from "../../src/domain/log/tile.ts";
import { growMerkleTree, hashLeafBytes } from "../../src/domain/merkle-tree.ts";
import type { ShownCommit } from "../../src/auditor/check-commit.ts";
import type { HouseLogs } from "../../src/web/features/fairness/verifier/site-logs.ts";
import { noteSigner } from "./plain-log.ts";

const at = new Date("2026-11-28T10:00:00.000Z");

interface Told {
  readonly signature: string;
  readonly payer: string;
  readonly memo: string;
  readonly names: string;
  readonly hasFailed?: boolean;
}

/** A house's logs as it serves them, and the transactions that name their notaries, oldest first. */
export class ServedLogs {
  readonly files = new Map<string, Uint8Array>();
  readonly chain: Told[] = [];
  /** Signatures of transactions that the node does not show. */
  readonly forgotten = new Set<string>();

  /** Serves a log of this many entries; what is replaced differs in its texts. */
  serve(
    id: string,
    { size, before = null, isClosed = false, word = "halt", entries: own = [] }: LogTerms,
  ): TestLog {
    const origin = `localhost/log/${id}`;
    const signer = signers.get(id) ?? noteSigner(origin);
    signers.set(id, signer);
    const notary = encodeBase58(signer.key.publicKey);
    const open: EntryContent = {
      kind: "open",
      format: "furlong-log-1",
      network: "localnet",
      genesis_hash: notary,
      origin,
      notary,
      memo_program: "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
      seed_chain: { tip: "ab".repeat(32), length: 9 },
      rules: {},
      before,
    };
    const halts = Array.from({ length: size - 1 }, (_, n): EntryContent => {
      const given = own[n];
      if (given !== undefined) return given;
      if (isClosed && n === size - 2) return { kind: "close", notary };
      return { kind: "rule", rule: "halt", reason: `${word} ${n}` };
    });
    const entries = [open, ...halts].map((content) => utf8ToBytes(writeEntry(content, at)));
    const leaves = entries.map(hashLeafBytes);
    for (const path of this.files.keys()) if (path.startsWith(`${id}/`)) this.files.delete(path);
    for (let index = 0; index * TILE_WIDTH < size; index += 1) {
      const part = entries.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
      const hashes = leaves.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
      // As of every smaller size, too.
      for (let width = 1; width <= part.length; width += 1) {
        this.files.set(`${id}/${bundlePath({ index, width })}`, writeBundle(part.slice(0, width)));
        const tile = tilePath({ level: 0, index, width });
        this.files.set(`${id}/${tile}`, concatBytes(...hashes.slice(0, width)));
      }
    }
    const fullRoots = Array.from({ length: Math.floor(size / TILE_WIDTH) }, (_, n) =>
      rootOf(frontierOf(leaves.slice(n * TILE_WIDTH, (n + 1) * TILE_WIDTH))),
    );
    for (let width = 1; width <= fullRoots.length; width += 1)
      this.files.set(
        `${id}/${tilePath({ level: 1, index: 0, width })}`,
        concatBytes(...fullRoots.slice(0, width)),
      );
    const rootAt = (count: number) => rootOf(frontierOf(leaves.slice(0, count)));
    this.files.set(`${id}/checkpoint`, utf8ToBytes(signer.note(size, rootAt(size))));
    const showIn = async (count: number, index: number) => {
      const tree = await growMerkleTree(leaves.slice(0, count).map(bytesToHex), () => Promise.resolve());
      const shown = (at: number) => ({
        text: new TextDecoder().decode(entries[at]),
        path: tree.pathOf(at),
      });
      return { opening: shown(0), commitment: shown(index) };
    };
    return { id, origin, notary, rootAt, showIn };
  }

  /** As a site serves them, whose newest log is this one. */
  siteOf({ origin, notary, rootAt }: TestLog, size: number): HouseLogs {
    return {
      readFile: async (id, path) => this.files.get(`${id}/${path}`) ?? null,
      readNewest: async () => ({ origin, notary, anchored: { size, root: bytesToHex(rootAt(size)) } }),
    };
  }

  anchor({ origin, notary, rootAt }: TestLog, size: number, told: Partial<Told> = {}): string {
    const signature = encodeBase58(
      new Uint8Array(new BigUint64Array(8).fill(BigInt(this.chain.length + 1)).buffer),
    );
    const memo = checkpointLines({ origin, size, root: rootAt(size) });
    this.chain.push({ signature, payer: notary, memo, names: notary, ...told });
    return signature;
  }

  /** As `getSignaturesForAddress` lists them. */
  list(address: string, before: string | null, limit = 1_000) {
    const all = this.chain.filter(({ names }) => names === address).toReversed();
    const from = before === null ? 0 : all.findIndex(({ signature }) => signature === before) + 1;
    return all.slice(from, from + limit).map(({ signature, memo, hasFailed = false }) => ({
      signature,
      slot: 7,
      err: hasFailed ? { InstructionError: [0, "Custom"] } : null,
      memo: `[${memo.length}] ${memo}`,
    }));
  }

  payerOf(signature: string): string | null {
    if (this.forgotten.has(signature)) return null;
    return this.chain.find((one) => one.signature === signature)?.payer ?? null;
  }
}

interface LogTerms {
  readonly size: number;
  readonly before?: Extract<EntryContent, { kind: "open" }>["before"];
  readonly isClosed?: boolean;
  readonly word?: string;
  /** The first ones after the opening, in place of halts. */
  readonly entries?: readonly EntryContent[];
}
export interface TestLog {
  readonly id: string;
  readonly origin: string;
  readonly notary: string;
  readonly rootAt: (size: number) => Uint8Array;
  /** The first entry and another one with their paths in the tree of a size. */
  readonly showIn: (size: number, index: number) => Promise<Pick<ShownCommit, "opening" | "commitment">>;
}

/** A log keeps its notary, however often it is served. */
const signers = new Map<string, ReturnType<typeof noteSigner>>();
export const [FIRST, SECOND] = ["1f2e3d4c5b6a7988", "2f2e3d4c5b6a7988"] as const;

export const headOf = ({ origin, rootAt }: TestLog, size: number) => ({
  origin,
  size,
  root: bytesToHex(rootAt(size)),
  slot: 5,
});

/** A house with one log of 300 entries, anchored twice. */
export function anchoredLog() {
  const logs = new ServedLogs();
  const log = logs.serve(FIRST, { size: 300 });
  logs.anchor(log, 20);
  logs.anchor(log, 300);
  return { logs, log };
}

/** The same size with other words. */
const otherVersion = () => new ServedLogs().serve(FIRST, { size: 40, word: "another" });

interface LogLie {
  /** The newest log, where it is not the first. */
  readonly newest?: string;
  readonly tell: (told: ReturnType<typeof anchoredLog>) => void;
}

/** Lies about an anchored log, each of which contradicts what is on the chain. */
export const logLies: Readonly<Record<string, LogLie>> = {
  "a history told anew after it was anchored": {
    tell: ({ logs }) => void logs.serve(FIRST, { size: 310, word: "another" }),
  },
  "a second version, anchored for others": {
    tell: ({ logs, log }) => void logs.anchor(otherVersion(), 40, { names: log.notary }),
  },
  "a log that ends before what was anchored": {
    tell: ({ logs }) => void logs.serve(FIRST, { size: 299 }),
  },
  "a checkpoint in another log's name": {
    tell: ({ logs, log }) => void logs.anchor({ ...log, origin: "localhost/log/another" }, 20),
  },
  "a lie in what is left of a log that lost entries": {
    newest: SECOND,
    tell: ({ logs, log }) => {
      logs.serve(SECOND, { size: 1, before: headOf(log, 300) });
      logs.serve(FIRST, { size: 280, word: "another" });
    },
  },
  "a log that is closed before what was anchored": {
    newest: SECOND,
    tell: ({ logs, log }) => {
      logs.serve(SECOND, { size: 1, before: headOf(log, 280) });
      logs.serve(FIRST, { size: 280, isClosed: true });
    },
  },
  "another state of the log before": {
    newest: SECOND,
    tell: ({ logs, log }) =>
      void logs.serve(SECOND, { size: 1, before: { ...headOf(log, 300), root: "ab".repeat(32) } }),
  },
  "a checkpoint that another key signed": {
    tell: ({ logs, log }) => {
      const note = noteSigner(log.origin).note(300, log.rootAt(300));
      logs.files.set(`${FIRST}/checkpoint`, utf8ToBytes(note));
    },
  },
};

/** Nothing of this is a lie. */
export function addNoise({ logs, log }: ReturnType<typeof anchoredLog>): void {
  logs.anchor(otherVersion(), 40, { names: log.notary, payer: "a stranger" });
  logs.anchor(otherVersion(), 40, { names: log.notary, hasFailed: true });
  logs.forgotten.add(logs.anchor(otherVersion(), 40, { names: log.notary }));
  logs.anchor(log, 40, { memo: "furlong:1:payment notary-1" });
}
