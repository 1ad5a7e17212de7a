import type * as z from "zod/mini";
import type { horse } from "../../../../contract/races/admin-races.ts";

export type Horse = z.output<typeof horse>;
