import { lazy } from "react";
import type { Feature } from "../live/slots.tsx";
import { translatorFor } from "../words/translate.ts";
import { TitleMoments } from "./title-moments.tsx";
import { titleWords } from "./words.en.ts";

export const titlesFeature: Feature = {
  dashboardTabs: [
    {
      path: "titles",
      label: () => translatorFor(titleWords).t("titlesTab"),
      Tab: lazy(async () => ({ default: (await import("./titles-tab.tsx")).TitlesTab })),
    },
  ],
  slots: { page: TitleMoments },
};
