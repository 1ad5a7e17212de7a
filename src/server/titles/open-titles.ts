import type { Feature } from "../feature.ts";
import { notBuilt } from "../http/not-built.ts";

/** Titles that players earn and wear. */
export const openTitles = () =>
  ({
    handlers: {
      getTitles: notBuilt,
      setActiveTitle: notBuilt,
      listTitles: notBuilt,
      createTitle: notBuilt,
      assignTitle: notBuilt,
      unassignTitle: notBuilt,
    },
  }) satisfies Feature;
