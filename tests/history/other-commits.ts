import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { checkpointLines, parseCheckpointLines } from "../../src/domain/log/checkpoint.ts";
import { EMPTY_FRONTIER, frontierOf, rootOf } from "../../src/domain/log/frontier.ts";
import { hashLeafBytes } from "../../src/domain/merkle-tree.ts";
import type { Loose } from "./tell-anew.ts";

interface OtherCommit {
  readonly entry: (commit: Loose) => void;
  readonly race: (race: Loose) => void;
}

/** The lines of a history in which one race and its `commit` entry say something else; every checkpoint has the log's root. */
export function withOtherCommit(
  lines: readonly string[],
  id: string,
  { entry: changeEntry, race: changeRace }: OtherCommit,
): readonly string[] {
  let log = EMPTY_FRONTIER;
  let origin = "";
  const roots = new Map<number, string>();
  return lines.map((line) => {
    const record = JSON.parse(line) as Loose;
    if (record.kind === "rule") {
      const entry = JSON.parse(record.entry) as Loose;
      if (entry.kind === "commit" && entry.race === id) changeEntry(entry);
      if (entry.kind === "open") {
        log = EMPTY_FRONTIER;
        roots.clear();
        ({ origin } = entry);
      }
      record.entry = JSON.stringify(entry);
      log = frontierOf([hashLeafBytes(utf8ToBytes(record.entry))], log);
      roots.set(log.size, bytesToHex(rootOf(log)));
    }
    if (record.kind === "race") {
      if (record.race.id === id) changeRace(record.race);
      const { commit } = record.race.anchors;
      const size = parseCheckpointLines(commit?.checkpoint ?? "")?.size ?? 0;
      const root = roots.get(size);
      if (root !== undefined) commit.checkpoint = checkpointLines({ origin, size, root: hexToBytes(root) });
    }
    return JSON.stringify(record);
  });
}
