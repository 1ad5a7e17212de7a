import type { Theme } from "../domain/theme.ts";
import type { Size } from "./painter.ts";
import type { TrackState } from "./track-state.ts";

/** What the page sends to the worker. Each canvas has an id. */
export type CanvasMessage =
  | {
      readonly type: "add";
      readonly id: number;
      readonly kind: "track" | "smoke";
      readonly canvas: OffscreenCanvas;
    }
  /** `revision` distinguishes one state of a canvas from the next. */
  | { readonly type: "track"; readonly id: number; readonly revision: number; readonly state: TrackState }
  | { readonly type: "smoke"; readonly id: number; readonly revision: number; readonly theme: Theme }
  | { readonly type: "size"; readonly id: number; readonly size: Size }
  /** Server time minus the machine's own, in ms. */
  | { readonly type: "clock"; readonly offsetMs: number }
  | { readonly type: "remove"; readonly id: number };

/** The messages that do not transfer a canvas. */
export type PageMessage = Exclude<CanvasMessage, { type: "add" }>;

/** The worker's reply: this state is now visible on the canvas. */
export interface Drawn {
  readonly id: number;
  readonly revision: number;
}

/** A clock that is unaffected by changes of the computer's date; the same on the page and in a worker. */
export const machineNow = (): number => performance.timeOrigin + performance.now();
