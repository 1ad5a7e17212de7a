import { ok } from "../../domain/result.ts";
import type { Handlers } from "../http/handler.ts";
import { readAdminBet, readAdminRace } from "./read/admin-races.ts";
import { previewRefund } from "./settle/preview-refund.ts";
import { refundBet } from "./settle/refund-bet.ts";
import { type RefundPorts, refundRace } from "./settle/refund-race.ts";

/** Refunds by admins, and a preview of what they would come to (rules MONEY-9, MONEY-23 and ADMIN-28). */
export const refundHandlers = (ports: RefundPorts) =>
  ({
    previewRaceRefund: ({ params: { id } }) => previewRefund(ports, id),

    async refundBet({ body: { betId, reason = null } }, { wallet: by, isSteppedUp }) {
      const refunded = await refundBet(ports, { betId, reason, by, isSteppedUp });
      return refunded.ok
        ? ok({ bet: await readAdminBet(ports.db, refunded.value, ports.clock.now()) })
        : refunded;
    },

    async refundRace({ body: { raceId, reason = null } }, { wallet: by, isSteppedUp }) {
      const refunded = await refundRace(ports, { raceId, reason, by, isSteppedUp });
      return refunded.ok ? ok({ race: await readAdminRace(ports.db, raceId), ...refunded.value }) : refunded;
    },
  }) satisfies Partial<Handlers>;
