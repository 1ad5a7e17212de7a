import { useTheme } from "../lib/theme.ts";
import { useStillness } from "../lib/stillness.ts";
import { createSmokeView } from "./canvas-view.ts";
import { useCanvasView } from "./use-canvas-view.ts";

/** Smoke behind the whole page; none for people who want less motion. */
export function SmokeBackground() {
  return useStillness() ? null : <DriftingSmoke />;
}

function DriftingSmoke() {
  const theme = useTheme((store) => store.theme);
  const host = useCanvasView(createSmokeView, theme);
  return (
    <div
      ref={host}
      aria-hidden
      className="pointer-events-none fixed inset-0 -z-10 [image-rendering:pixelated]"
    />
  );
}
