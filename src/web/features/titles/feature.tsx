import { lazy } from "react";
import type { Feature } from "../../foundation/live/slots.tsx";
import { TitleMoments } from "./title-moments.tsx";

export const titlesFeature: Feature = {
  dashboardTabs: [
    {
      path: "titles",
      Tab: lazy(async () => ({ default: (await import("./titles-tab.tsx")).TitlesTab })),
    },
  ],
  slots: { page: TitleMoments },
};
