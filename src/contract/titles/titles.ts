import * as z from "zod/mini";
import { rowId, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

export const title = z.object({ id: rowId, name: z.string(), slug: z.string() });

const ownTitle = z.extend(title, { is_active: z.boolean() });

/** An achievement that is not reached yet; `progress` and `goal` are whole numbers, amounts in SOL. */
const lockedTitle = z.object({ name: z.string(), slug: z.string(), progress: z.int(), goal: z.int() });

const ownTitles = z.object({ titles: z.array(ownTitle), locked: z.array(lockedTitle) });

export const titles = {
  getTitles: endpoint({
    method: "GET",
    path: "/titles/:wallet",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "The caller's unlocked titles",
    params: z.object({ wallet }),
    reply: ownTitles,
  }),
  setActiveTitle: endpoint({
    method: "POST",
    path: "/titles/set-active",
    access: "player",
    claims: ["header", "body.walletAddress"],
    summary: "Wear one of the caller's titles; the others become inactive",
    refuses: ["TITLE_NOT_FOUND", "TITLE_LOCKED"],
    body: z.object({ walletAddress: wallet, titleId: rowId }),
    reply: ownTitles,
  }),
};
