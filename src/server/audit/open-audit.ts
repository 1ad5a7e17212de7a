import { DEFAULT_PAGE } from "../../contract/wire/codecs.ts";
import type { Db } from "../db/database.ts";
import type { Feature } from "../feature.ts";
import { listAudit } from "./list-audit.ts";

/** Who changed what, for admins. What they do is written by each feature (`write-audit.ts`). */
export const openAudit = ({ db }: { readonly db: Db }) =>
  ({
    handlers: {
      listAudit: ({ query: { limit = DEFAULT_PAGE, ...search } }) => listAudit(db, { limit, ...search }),
    },
  }) satisfies Feature;
