import { fetchApi } from "./api.ts";

/** The settings that every visitor may read. */
export const publicSettingsQuery = {
  queryKey: ["public settings"],
  queryFn: () => fetchApi("listSettings", {}),
  staleTime: 300_000,
} as const;
