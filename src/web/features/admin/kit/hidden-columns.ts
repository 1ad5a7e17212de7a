import { useState } from "react";
import { readStored, writeStored } from "../../../foundation/lib/storage.ts";

/** The columns of a list that an admin has hidden, by their ids, remembered in the browser under the list's name. */
export function useHiddenColumns(list: string | undefined) {
  const key = `hidden columns: ${list ?? ""}`;
  const [hidden, setHidden] = useState<readonly string[]>(() =>
    list === undefined ? [] : (readStored(key)?.split(",") ?? []),
  );
  const choose = (ids: readonly string[]) => {
    setHidden(ids);
    writeStored(key, ids.length === 0 ? null : ids.join(","));
  };
  return [hidden, choose] as const;
}
