import { type RefObject, useEffect, useRef } from "react";
import { serverNow } from "../lib/server-clock.ts";
import type { CanvasView } from "./canvas-view.ts";

/** Draws the state into the element with this ref, for as long as it is mounted. */
export function useCanvasView<State>(
  create: (host: HTMLElement, now: () => number) => CanvasView<State>,
  state: State,
): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<CanvasView<State> | null>(null);
  useEffect(() => {
    if (host.current === null) return;
    const created = create(host.current, serverNow);
    view.current = created;
    return () => created.destroy();
  }, [create]);
  useEffect(() => view.current?.set(state), [state]);
  return host;
}
