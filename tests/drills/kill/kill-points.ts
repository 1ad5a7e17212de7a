interface KillPoint {
  /** From `momentOf` and `momentOfCall`. */
  readonly moment: string;
  /** The process dies within this many milliseconds after the moment; 0 if absent. */
  readonly withinMs?: number;
}

/** A call in progress: the process dies somewhere between request and response. */
const during = (moment: string): KillPoint => ({ moment, withinMs: 40 });
const at = (moment: string): KillPoint => ({ moment });

/** Named moments at which the process is killed. */
export const killPoints: Readonly<Record<string, KillPoint>> = {
  "betting opened": at("race pending"),
  "during prepare": during("prepare asked"),
  "after prepare": at("prepare answered"),
  "during submit": during("submit asked"),
  "after submit": at("submit answered"),
  "during confirm": during("confirm asked"),
  "after confirm": at("confirm answered"),
  "countdown began": at("race countdown"),
  "betting closed, beacon awaited": at("race locked"),
  "horses run": { moment: "race running", withinMs: 3_500 },
  "outcome revealed": { moment: "race running", withinMs: 6_000 },
  "race over": at("race completed"),
  "settlement, before its commit": at("settling race"),
  "settlement, after its commit": at("race stored"),
  "anchor signed": at("anchor signed"),
  "anchor sent": at("anchor sent"),
  "anchor final": at("anchor final"),
  "payout signed": at("payout signed"),
  "payout sent": at("payout sent"),
  "payout final": at("payout final"),
  "during withdraw": during("withdraw asked"),
  "withdrawal created": at("withdraw answered"),
  "withdrawal signed": at("withdrawal signed"),
  "withdrawal sent": at("withdrawal sent"),
  "withdrawal final": at("withdrawal final"),
  "sweep signed": at("sweep signed"),
  "sweep sent": at("sweep sent"),
};
