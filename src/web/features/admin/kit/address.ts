import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";

/** The part of a tab's address after the `?`, and a way to change it; null removes a field. */
export function useAddress(): readonly [
  URLSearchParams,
  (change: Readonly<Record<string, string | null>>) => void,
] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const fields = useMemo(() => new URLSearchParams(search), [search]);
  const change = (changed: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search);
    for (const [name, value] of Object.entries(changed)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    navigate(text === "" ? path : `${path}?${text}`);
  };
  return [fields, change];
}
