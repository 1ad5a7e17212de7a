import * as z from "zod/mini";
import { adminQuery, adminReadClaims } from "../wire/admin-caller.ts";
import { adminList } from "../wire/admin-list.ts";
import { instant, nextCursor, sol, wallet } from "../wire/codecs.ts";
import { endpoint } from "../wire/endpoint.ts";

/** What the wallets without a profile can be ordered by. */
export const unprofiledOrders = ["wallet", "balance"] as const;

const walletRow = { wallet_address: wallet, balance: sol };

/** Wallets that hold money here without a profile; their balances are set like a player's. */
export const unprofiledWallets = {
  listUnprofiledWallets: endpoint({
    method: "GET",
    path: "/admin/unprofiled-wallets",
    access: "admin",
    claims: adminReadClaims,
    summary: "Wallets with a balance and no profile; `search` is the beginning of a wallet",
    query: z.object({ ...adminQuery, ...adminList(unprofiledOrders) }),
    reply: z.object({ wallets: z.array(z.object(walletRow)), nextCursor }),
  }),
  listBannedWallets: endpoint({
    method: "GET",
    path: "/admin/banned-wallets",
    access: "admin",
    claims: adminReadClaims,
    summary: "Banned wallets without a profile: the hundred whose bans end last",
    query: z.object(adminQuery),
    reply: z.object({
      wallets: z.array(
        z.object({
          wallet_address: wallet,
          banned_until: instant,
          banned_by: wallet,
          reason: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  getUnprofiledWallet: endpoint({
    method: "GET",
    path: "/admin/unprofiled-wallets/:wallet",
    access: "admin",
    claims: adminReadClaims,
    summary: "What one wallet holds here and on the chain, and whether it is banned",
    params: z.object({ wallet }),
    query: z.object(adminQuery),
    reply: z.object({
      /** The balance is null, and cannot be set, where it never had one: the address may be mistyped. */
      wallet: z.object({
        wallet_address: wallet,
        balance: z.nullable(sol),
        onchain_balance: z.nullable(sol),
        /** Null for a wallet that is not banned. */
        banned_until: z.nullable(instant),
      }),
    }),
  }),
};
