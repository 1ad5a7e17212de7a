import { ZERO } from "../../../domain/lamports.ts";
import { ok } from "../../../domain/result.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import { readAdminBet, readAdminRace } from "./read/admin-races.ts";
import { previewRefund } from "./settle/preview-refund.ts";
import { refundBet } from "./settle/refund-bet.ts";
import { takeBackBet } from "./settle/take-back-bet.ts";
import { type RefundPorts, refundRace } from "./settle/refund-race.ts";

/**
 * Refunds by admins, with a preview of what they would come to, and by players (rules MONEY-9, MONEY-23 and LONE-1).
 */
export const refundHandlers = (ports: RefundPorts) =>
  ({
    previewRaceRefund: ({ params: { id } }) => previewRefund(ports, id),

    async takeBackBet({ params: { id: raceId, betId } }, { wallet }) {
      const taken = await takeBackBet(ports, { raceId, betId, wallet });
      return taken.ok ? ok({ message: "Your bet is back in your balance" }) : taken;
    },

    async refundBet({ body: { betId, reason = null } }, { wallet: by }) {
      const refunded = await refundBet(ports, { betId, reason, by });
      if (!refunded.ok) return refunded;
      const bet = await readAdminBet(ports.db, betId, ports.clock.now());
      return ok({ bet, approval: refunded.value.approval });
    },

    async refundRace({ body: { raceId, reason = null } }, { wallet: by }) {
      const refunded = await refundRace(ports, { raceId, reason, by });
      if (!refunded.ok) return refunded;
      const { done, approval } = refunded.value;
      const race = await readAdminRace(ports.db, raceId);
      return ok({ race, ...(done ?? { refundedBets: 0, refundedAmount: ZERO }), approval });
    },
  }) satisfies Partial<Handlers>;
