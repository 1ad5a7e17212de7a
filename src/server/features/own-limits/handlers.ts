import { ok, refuse } from "../../../domain/result.ts";
import type { Db } from "../../foundation/db/database.ts";
import type { Handlers } from "../../foundation/http/handler.ts";
import type { Clock, Entropy } from "../../foundation/ports.ts";
import { acceptNotice, readNotice } from "./accept-notice.ts";
import { changeLimits } from "./change-limits.ts";
import { readOwnLimits, readSession } from "./read-limits.ts";
import { takeBreak } from "./take-break.ts";

export interface OwnLimitPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

export const ownLimitHandlers = (ports: OwnLimitPorts) =>
  ({
    async getLimits({ query: { since } }, { wallet }) {
      const limits = await readOwnLimits(ports, wallet);
      const session = since === undefined ? null : await readSession(ports, wallet, new Date(since));
      return ok({ limits, session });
    },

    async setLimits({ body: { reminder, ...amounts } }, { wallet }) {
      const minutes = typeof reminder === "number" ? BigInt(reminder) : reminder;
      const changed = await changeLimits(ports, wallet, { ...amounts, reminder: minutes });
      return changed.ok ? ok({ limits: await readOwnLimits(ports, wallet) }) : changed;
    },

    getNotice: async (_input, { wallet }) => ok(await readNotice(ports.db, wallet)),

    acceptNotice: ({ body }, { wallet }) => acceptNotice(ports, wallet, body),

    async takeBreak({ body: { days, exclude } }, { wallet }) {
      const request = exclude !== undefined ? { exclude } : days !== undefined ? { days } : null;
      if (request === null) return refuse("INVALID_INPUT", { field: "days" });
      const taken = await takeBreak(ports, wallet, request);
      return taken.ok ? ok({ limits: await readOwnLimits(ports, wallet) }) : taken;
    },
  }) satisfies Partial<Handlers>;
