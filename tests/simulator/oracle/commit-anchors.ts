import { type Mirror, type Row, text } from "./mirror.ts";

interface Chain {
  readonly mirror: Mirror;
  /** The memo of a transaction that landed without an error; null if there is none. */
  readonly memoOf: (signature: string) => string | null;
}

/** Root, in base64, of the first checkpoint on the chain that covers a race's `commit` entry; null while none does. */
export function commitRootOf({ mirror, memoOf }: Chain, race: Row): string | null {
  const origin = text(mirror.logs.get(text(race, "log")) ?? {}, "origin");
  const roots = [...mirror.memos.values()].flatMap((memo) => {
    const [named, size, root] = memoOf(text(memo, "signature"))?.split("\n") ?? [];
    const isCovered =
      memo["outcome"] === "landed" && named === origin && Number(size) > Number(race["commit_index"]);
    return isCovered && root !== undefined ? [{ size: Number(size), root }] : [];
  });
  return roots.toSorted((one, other) => one.size - other.size)[0]?.root ?? null;
}
