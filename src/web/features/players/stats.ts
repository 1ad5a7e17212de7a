import type { User } from "../../../contract/players/players.ts";
import type { Lamports } from "../../../domain/lamports.ts";
import type { TranslatorOf } from "../../foundation/words/words.ts";
import type { playerWords } from "./words.en.ts";

/** In place of a figure that a streamer hides. */
const HIDDEN = "***";

type Figures = Pick<User, "total_wagered" | "total_won" | "races_played" | "races_won" | "referral_earnings">;

/** A player's figures in readable form; hidden ones are stars. */
export function statTexts(
  { total_wagered, total_won, races_played, races_won, referral_earnings }: Figures,
  { t, sol, whole, percent }: TranslatorOf<typeof playerWords>,
) {
  const amount = (value: Lamports | null) => (value === null ? HIDDEN : sol(value, 4));
  const winRate = () => {
    if (races_played === null || races_won === null || total_wagered === null) return HIDDEN;
    return races_played === 0 || total_wagered === 0n
      ? t("notAvailable")
      : percent((100 * races_won) / races_played, 1);
  };
  return {
    totalWagered: amount(total_wagered),
    totalWon: amount(total_won),
    winRate: winRate(),
    racesPlayed: races_played === null ? HIDDEN : whole(races_played),
    referralEarnings: amount(referral_earnings),
  } as const;
}
