import { useEffect, useRef } from "react";
import { serverNow } from "../../lib/server-clock.ts";
import { useTheme } from "../../themes/theme.ts";
import { useStillness } from "../stillness.ts";
import { createSmokeView, type CanvasView } from "./track-view.ts";
import type { Theme } from "../../themes/theme.ts";

/** Smoke behind the whole page; none for those who want less motion. */
export function SmokeBackground() {
  return useStillness() ? null : <DriftingSmoke />;
}

function DriftingSmoke() {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<CanvasView<Theme> | null>(null);
  const theme = useTheme((store) => store.theme);
  useEffect(() => {
    if (host.current === null) return;
    const created = createSmokeView(host.current, serverNow);
    view.current = created;
    return () => created.destroy();
  }, []);
  useEffect(() => view.current?.set(theme), [theme]);
  return <div ref={host} aria-hidden className="pointer-events-none fixed inset-0 -z-10" />;
}
