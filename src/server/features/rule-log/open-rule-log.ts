import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Feature } from "../../foundation/feature.ts";
import { listRules } from "./list-rules.ts";
import { readRuleFeed } from "./rule-feed.ts";

/** Changes to the rules of the game, for everybody. Each feature writes its own rows (`write-rule.ts`). */
export const openRuleLog = ({ db }: { readonly db: Db }) =>
  ({
    handlers: {
      listRules: ({ query: { limit = DEFAULT_PAGE, cursor } }) => listRules(db, { limit, cursor }),
    },
    feeds: [{ path: "/rules-log.atom", read: (origin) => readRuleFeed(db, origin) }],
  }) satisfies Feature;
