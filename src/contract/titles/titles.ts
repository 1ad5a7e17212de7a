import * as z from "zod/mini";
import { rowId, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

export const title = z.object({ id: rowId, name: z.string(), slug: z.string() });

const ownTitle = z.extend(title, { is_active: z.boolean() });

export const titles = {
  getTitles: endpoint({
    method: "GET",
    path: "/titles/:wallet",
    access: "player",
    claims: ["header", "params.wallet"],
    summary: "The caller's unlocked titles",
    params: z.object({ wallet }),
    reply: z.object({ titles: z.array(ownTitle) }),
  }),
  setActiveTitle: endpoint({
    method: "POST",
    path: "/titles/set-active",
    access: "player",
    claims: ["header", "body.walletAddress"],
    summary: "Wear one of the caller's titles; the others become inactive",
    body: z.object({ walletAddress: wallet, titleId: rowId }),
    reply: z.object({ titles: z.array(ownTitle) }),
  }),
};
