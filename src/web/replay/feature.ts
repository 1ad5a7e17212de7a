import { lazy } from "react";
import type { Feature } from "../live/slots.tsx";

const ReplayPage = lazy(async () => ({ default: (await import("./replay-page.tsx")).ReplayPage }));

export const replayFeature: Feature = { pages: [{ path: "/race/:id", Page: ReplayPage }] };
