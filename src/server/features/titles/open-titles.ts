import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import { ok } from "../../../domain/result.ts";
import type { Feature } from "../../foundation/feature.ts";
import { assignTitle, createTitle, listTitles, unassignTitle } from "./change-titles.ts";
import { deleteTitle } from "./delete-title.ts";
import { listHolders } from "./list-holders.ts";
import { type AchievementPorts, checkAchievements, storeAchievementTitles } from "./check-achievements.ts";
import { readTitles } from "./read-titles.ts";
import { setActiveTitle } from "./set-active-title.ts";

/** A title arrives a moment after the race that earned it, once its winner has been checked. */
const LOOK_EVERY_MS = 1_000;
const LOOK_ANYWAY_EVERY_MS = 20_000;

/** Titles that players earn and wear. */
export const openTitles = (ports: AchievementPorts) =>
  ({
    handlers: {
      getTitles: async (_input, { wallet }) => ok(await readTitles(ports.db, wallet)),

      async setActiveTitle({ body }, { wallet }) {
        const set = await setActiveTitle(ports, { wallet, titleId: body.titleId });
        return set.ok ? ok(await readTitles(ports.db, wallet)) : set;
      },

      listTitles: async () => ok({ titles: await listTitles(ports.db) }),

      listTitleHolders: ({ params: { id: titleId }, query: { limit = DEFAULT_PAGE, ...query } }) =>
        listHolders(ports.db, { titleId, limit, ...query }),

      createTitle: ({ body: { name, slug } }, { wallet: by }) => createTitle(ports, { name, slug, by }),

      deleteTitle: ({ params: { id } }, { wallet: by }) => deleteTitle(ports, { id, by }),

      assignTitle: ({ body: { walletAddress: wallet, titleId } }, { wallet: by }) =>
        assignTitle(ports, { wallet, titleId, by }),

      unassignTitle: ({ body: { walletAddress: wallet, titleId } }, { wallet: by }) =>
        unassignTitle(ports, { wallet, titleId, by }),
    },
    jobs: [
      {
        name: "achievements",
        runsOn: "leader",
        everyMs: LOOK_EVERY_MS,
        wokenBy: ["races"],
        begin() {
          let areTitlesStored = false;
          return async () => {
            if (!areTitlesStored) await storeAchievementTitles(ports);
            areTitlesStored = true;
            await checkAchievements(ports);
            return LOOK_ANYWAY_EVERY_MS;
          };
        },
      },
    ],
  }) satisfies Feature;
