import type { Theme } from "../../themes/theme.ts";
import type { Row } from "./course/crowd.ts";
import type { Ctx } from "./ink.ts";

/** What lies behind the course in one theme, as painters of strips that end at the horizon. */
export interface Backdrop {
  readonly sky: (ctx: Ctx, width: number, horizon: number) => void;
  /** Far away, from far to near, with the part of the camera's way that each moves. */
  readonly far: readonly {
    readonly depth: number;
    readonly paint: (ctx: Ctx, width: number, horizon: number) => void;
  }[];
  /** Where the crowd is; answers its rows. */
  readonly stands: (ctx: Ctx, width: number, horizon: number) => Row[];
  /** Between the stands and the course. */
  readonly hedge: ((ctx: Ctx, width: number, height: number) => void) | null;
  /** Where flags fly over the stands, in parts of the strip's width and of the horizon's height. */
  readonly flagPoles: readonly (readonly [across: number, up: number])[];
}

/** Nobody sees both themes at once: each is loaded when it is needed. */
export async function loadBackdrop(theme: Theme): Promise<Backdrop> {
  return theme === "main-prime"
    ? (await import("./course/prime-backdrop.ts")).primeBackdrop
    : (await import("./course/neon-backdrop.ts")).neonBackdrop;
}
