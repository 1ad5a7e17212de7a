import type { HouseRequest } from "../../../../contract/approvals/approvals.ts";
import { MAX_SPECIAL_RACES } from "../../../../contract/races/special-races.ts";
import { specialJackpotReserved } from "../../../../domain/postings.ts";
import { checkSpecialRace, type SpecialRace } from "../../../../domain/race-settings.ts";
import { ok, refuse } from "../../../../domain/result.ts";
import { formatSol } from "../../../../domain/sol-amount.ts";
import { writeAudit } from "../../../foundation/audit/write-audit.ts";
import { lockBalance, post } from "../../../foundation/books/ledger.ts";
import { specialRaces } from "../../../foundation/db/schema/races.ts";
import type { HouseAction } from "../../../foundation/house-actions.ts";
import type { Entropy } from "../../../foundation/ports.ts";
import { readSettings } from "../../../foundation/settings/stored-settings.ts";
import { lockQueue, readQueue, type SpecialRaceRow } from "./special-rows.ts";

type SpecialRaceRefusal =
  | "SPECIAL_EVENTS_DISABLED"
  | "SPECIAL_RACES_FULL"
  | "EQUITY_TOO_LOW"
  | "INVALID_INPUT";

/**
 * Adds a special race at the end of the queue (rules RACE-4, RACES-3 and MONEY-22). Its jackpot leaves equity now, so
 * that nothing else can be paid with it and the race is not promised more than there is.
 */
export const specialRaceAction = ({
  entropy,
}: {
  readonly entropy: Entropy;
}): HouseAction<"special-race", SpecialRaceRow, SpecialRaceRefusal> => ({
  kind: "special-race",

  async check(tx, request) {
    const checked = checkSpecialRace(termsOf(request));
    if (!checked.ok) return checked;
    if (!(await readSettings(tx)).specialEvents) return refuse("SPECIAL_EVENTS_DISABLED");
    await lockQueue(tx);
    if ((await readQueue(tx)).length >= MAX_SPECIAL_RACES) return refuse("SPECIAL_RACES_FULL");
    const { jackpot } = checked.value;
    const isCovered = jackpot === 0n || (await lockBalance(tx, "equity")) >= jackpot;
    return isCovered
      ? ok({ amount: jackpot, cause: null })
      : refuse("EQUITY_TOO_LOW", { field: "jackpotAmount" });
  },

  async perform(tx, request, { at, by, approvedBy, reason }) {
    const id = `special-${Buffer.from(entropy.bytes(12)).toString("hex")}`;
    const terms = termsOf(request);
    const { jackpot } = terms;
    if (jackpot > 0n) await post(tx, specialJackpotReserved({ id, jackpot }));
    const last = (await readQueue(tx)).at(-1);
    const position = (last?.position ?? 0) + 1;
    const [row] = await tx
      .insert(specialRaces)
      .values({ ...terms, id, position, requestedBy: by, requestedAt: at })
      .returning();
    if (row === undefined) throw new Error(`${id} was not stored`);
    await writeAudit(tx, {
      at,
      actor: by,
      action: "special-race.ask",
      subject: id,
      after: { ...terms, jackpot: formatSol(jackpot) },
      detail: { approvedBy },
      reason,
    });
    return { done: row };
  },
});

const termsOf = (request: HouseRequest<"special-race">): SpecialRace => ({
  raceType: request.raceType,
  houseEdgeBps: Math.round(request.houseEdge * 100),
  jackpot: request.jackpotAmount,
  minBets: request.minBets,
  countdownMs: request.countdownSeconds * 1000,
});
