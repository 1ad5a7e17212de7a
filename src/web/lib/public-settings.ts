import { fetchApi } from "./api.ts";
import { queryKeys } from "./query-keys.ts";

/** The settings that every visitor may read. */
export const publicSettingsQuery = {
  queryKey: queryKeys.publicSettings(),
  queryFn: () => fetchApi("listSettings", {}),
  staleTime: 300_000,
} as const;
