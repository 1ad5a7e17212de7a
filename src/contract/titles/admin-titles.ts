import * as z from "zod/mini";
import { adminBody, adminQuery, adminReadClaims, adminWriteClaims, changed } from "../wire/admin-caller.ts";
import { adminList } from "../wire/admin-list.ts";
import { instant, nextCursor, rowId, text, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";
import { typedName } from "../wire/typed-text.ts";
import { title } from "./titles.ts";

const slugRule = "must be lower-case letters, digits and hyphens";
const assignment = z.object({ ...adminBody, walletAddress: wallet, titleId: rowId });
const assigned = z.object({ titleId: rowId, walletAddress: wallet, changed });

/** What the holders of a title can be ordered by. */
const holderOrders = ["unlocked"] as const;

const holder = z.object({
  wallet_address: wallet,
  username: z.nullable(z.string()),
  unlocked_at: instant,
  /** The player wears it. */
  is_active: z.boolean(),
});

export const adminTitles = {
  listTitles: endpoint({
    method: "GET",
    path: "/admin/titles",
    access: "admin",
    claims: adminReadClaims,
    summary: "All titles",
    query: z.object(adminQuery),
    reply: z.object({ titles: z.array(z.extend(title, { holders: z.int() })) }),
  }),
  listTitleHolders: endpoint({
    method: "GET",
    path: "/admin/titles/:id/holders",
    access: "admin",
    claims: adminReadClaims,
    summary: "Who holds a title, the latest first; `search` is the beginning of a username or a wallet",
    refuses: ["TITLE_NOT_FOUND"],
    params: z.object({ id: rowId }),
    query: z.object({ ...adminQuery, ...adminList(holderOrders) }),
    reply: z.object({ holders: z.array(holder), nextCursor }),
  }),
  createTitle: endpoint({
    method: "POST",
    path: "/admin/titles",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Create a title",
    refuses: ["TITLE_EXISTS"],
    body: z.object({
      ...adminBody,
      name: typedName(40),
      slug: text(40, 1).check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: slugRule })),
    }),
    reply: z.object({ title }),
    status: 201,
  }),
  deleteTitle: endpoint({
    method: "DELETE",
    path: "/admin/titles/:id",
    access: "admin",
    stepUp: "once",
    claims: adminReadClaims,
    summary: "Delete a title that players do not earn, and take it from its holders",
    refuses: ["TITLE_NOT_FOUND", "TITLE_EARNED"],
    params: z.object({ id: rowId }),
    query: z.object(adminQuery),
    /** `holders`: how many players held it. */
    reply: z.object({ id: rowId, holders: z.int() }),
  }),
  assignTitle: endpoint({
    method: "POST",
    path: "/admin/titles/assign",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Unlock a title for a wallet",
    refuses: ["TITLE_NOT_FOUND", "USER_NOT_FOUND"],
    body: assignment,
    reply: assigned,
  }),
  unassignTitle: endpoint({
    method: "POST",
    path: "/admin/titles/unassign",
    access: "admin",
    stepUp: "once",
    claims: adminWriteClaims,
    summary: "Take a title from a wallet",
    refuses: ["TITLE_NOT_FOUND", "USER_NOT_FOUND"],
    body: assignment,
    reply: assigned,
  }),
};
