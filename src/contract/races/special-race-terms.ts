import * as z from "zod/mini";
import { raceTypes } from "../../domain/race-terms.ts";
import { SOL_STEP } from "../../domain/setting-input.ts";
import { solInput, whole } from "../wire/codecs.ts";

const percentRule = "must be a percentage from 0 to 100 in steps of 0.1";
const tenths = (value: number) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9;

/** What an admin decides for a special race; the rest comes from the settings when it is created (rule LIMITS-9). */
export const specialRaceTerms = {
  raceType: z.enum(raceTypes, { error: "must be classic, sprint or endurance" }),
  houseEdge: z
    .number({ error: percentRule })
    .check(
      z.minimum(0, { error: percentRule }),
      z.maximum(100, { error: percentRule }),
      z.refine(tenths, { error: percentRule }),
    ),
  /** In the steps of the settings that hold SOL. */
  jackpotAmount: solInput({ step: SOL_STEP, error: "INVALID_AMOUNT" }),
  minBets: whole(1, 1_000),
  countdownSeconds: whole(10, 3_600),
};
