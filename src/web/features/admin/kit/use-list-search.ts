import type { SortingState } from "@tanstack/react-table";
import { useState } from "react";
import { useSettled } from "../../../foundation/ui/search-field.tsx";

/**
 * What is asked of a list that the server sorts and searches: its columns with one of these orders' names
 * are sorted by the server, the others sort what is loaded.
 */
export function useListSearch<const Sort extends string>(orders: readonly Sort[], initialText = "") {
  const [text, setText] = useState(initialText);
  const [wasUsed, setUsed] = useState(initialText !== "");
  const [sorting, setSorting] = useState<SortingState>([]);
  const search = useSettled(text.trim());
  const [wish] = sorting;
  const sort = orders.find((one) => one === wish?.id);
  const direction = wish?.desc === true ? ("desc" as const) : ("asc" as const);
  return {
    listQuery: { ...(search !== "" && { search }), ...(sort !== undefined && { sort, direction }) },
    text,
    setText: (value: string) => {
      setUsed(true);
      setText(value);
    },
    /** Whether there is something to search; a field that was used stays, since it has the focus. */
    isSearchable: (rows: readonly unknown[] | undefined) => wasUsed || (rows?.length ?? 0) > 1,
    serverOrder: [sorting, setSorting] as const,
  };
}
