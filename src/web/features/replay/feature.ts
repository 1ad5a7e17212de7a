import { lazy } from "react";
import { pagePaths } from "../../../contract/pages.ts";
import type { Feature } from "../../foundation/live/slots.tsx";

const ReplayPage = lazy(async () => ({ default: (await import("./replay-page.tsx")).ReplayPage }));

export const replayFeature: Feature = { pages: [{ paths: [pagePaths.replay], Page: ReplayPage }] };
