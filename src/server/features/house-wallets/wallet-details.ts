import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { ok, type Result } from "../../../domain/result.ts";
import type { Queryable } from "../../foundation/db/database.ts";
import type { Chain } from "../../foundation/ports.ts";
import { readWallets } from "./read-overview.ts";
import type { UnlockRefusal, Vault } from "./vault.ts";

type Details = Reply<Api["getHouseWalletDetails"]>["wallets"];

interface Ports {
  readonly db: Queryable;
  readonly chain: Pick<Chain, "balances">;
  readonly vault: Pick<Vault, "check">;
}

/**
 * Each wallet with its balance on the chain next to the books, for an admin who knows the master password; no key is
 * ever shown (rules HOUSE-5 and MONEY-18). The two differ briefly while a transfer is on its way.
 */
export async function readWalletDetails(
  ports: Ports,
  { masterPassword, by }: { readonly masterPassword: string; readonly by: string },
): Promise<Result<Details, UnlockRefusal>> {
  const proven = await ports.vault.check(masterPassword, by);
  if (!proven.ok) return proven;
  const wallets = await readWallets(ports);
  return ok(
    wallets.map((wallet) => ({
      ...wallet,
      privateKeyBase58: null,
      error: wallet.onChainBalance === null ? "The node did not answer" : null,
    })),
  );
}
