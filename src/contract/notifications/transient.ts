import type { NotificationType } from "./catalogue.ts";

const transientTypes: ReadonlySet<NotificationType> = new Set(["streak_update", "balance_update_request"]);

/** Whether it is sent to open pages only for their own use: never stored, never shown. */
export const isTransient = ({ type }: { readonly type: NotificationType }): boolean =>
  transientTypes.has(type);
