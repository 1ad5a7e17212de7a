import { DEFAULT_PAGE } from "../../../contract/wire/codecs.ts";
import { referralAccount } from "../../../domain/ledger.ts";
import { ok } from "../../../domain/result.ts";
import { balanceOf } from "../../foundation/books/ledger.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import { readSettings } from "../../foundation/settings/stored-settings.ts";
import { type ClaimPorts, claimReferrals } from "./claim-referrals.ts";
import { listReferrals } from "./list-referrals.ts";

export const referralHandlers = (ports: ClaimPorts) =>
  ({
    getReferrals: ({ query: { limit = DEFAULT_PAGE, cursor } }, { wallet }) =>
      listReferrals(ports.db, { wallet, limit, cursor }),

    async getReferralSummary(_input, { wallet }) {
      const { minReferralClaim } = await readSettings(ports.db);
      return ok({
        claimable: await balanceOf(ports.db, referralAccount(wallet)),
        minPayout: minReferralClaim,
      });
    },

    claimReferrals: (_input, { wallet, isAdmin }) => claimReferrals(ports, { wallet, isAdmin }),
  }) satisfies Partial<Handlers>;
