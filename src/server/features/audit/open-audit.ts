import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Feature } from "../../foundation/feature.ts";
import type { Clock } from "../../foundation/ports.ts";
import { anchorAudit } from "./anchor-audit.ts";
import { listAudit } from "./list-audit.ts";

const ANCHOR_EVERY_MS = 60_000;

/** Who changed what, for admins. Each feature writes its own entries (`write-audit.ts`). */
export const openAudit = (ports: { readonly db: Db; readonly clock: Clock }) =>
  ({
    handlers: {
      listAudit: ({ query: { limit = DEFAULT_PAGE, ...search } }) =>
        listAudit(ports.db, { limit, ...search }),
    },
    jobs: [
      {
        name: "audit anchor",
        runsOn: "leader",
        everyMs: ANCHOR_EVERY_MS,
        begin: () => () => anchorAudit(ports),
      },
    ],
  }) satisfies Feature;
