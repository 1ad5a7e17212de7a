import { type Mirror, text } from "./mirror.ts";
import type { Must } from "./must.ts";

interface Ports {
  readonly must: Must;
  readonly mirror: Mirror;
  /** Wallets of streamers who hide their figures. */
  readonly hidden: ReadonlySet<string>;
}

/** What strangers learn about players who hide their figures (rules FAIR-17, PRIVACY-2 to PRIVACY-5, BOARD-3). */
export interface PrivacyRules {
  /** Called with an answer to a stranger, or a broadcast event, as JSON. */
  told(where: string, json: unknown): void;
  /** As `told`, for an answer that is about one player in all its parts, whether or not they name the player. */
  toldAbout(wallet: string, where: string, json: unknown): void;
}

/** Fields that name a player, and fields with what a player staked, won or earned. */
const naming = ["user_wallet", "username", "wallet_address", "referred_wallet", "signature", "salt"] as const;
const figures = [
  "bet_amount",
  "payout_amount",
  "amount",
  "total_wagered",
  "total_won",
  "races_played",
  "referral_earnings",
  "current_win_streak",
  "total_referred_wager",
  "total_earned",
  "net_profit",
] as const;

/** Figures in what the server reads about one player. */
const ownFigures: ReadonlySet<string> = new Set([
  "currentWinStreak",
  "totalWagered",
  "totalWon",
  "racesPlayed",
  "racesWon",
  "referralEarnings",
  "balance",
  "onchainBalance",
  "wagered",
  "won",
  "net",
]);

export function openPrivacyRules({ must, mirror, hidden }: Ports): PrivacyRules {
  const namesOf = () =>
    new Set([...hidden].flatMap((wallet) => [wallet, String(mirror.users.get(wallet)?.["username"])]));

  /** Whether an id leads to a hidden player's bet; also with the id of a bet's payout. */
  const isHiddenBet = (id: unknown) => {
    const bet = typeof id === "string" ? mirror.bets.get(id.replace(/^payout-/, "")) : undefined;
    return bet !== undefined && hidden.has(text(bet, "wallet"));
  };

  function check(where: string, json: unknown, names: ReadonlySet<string>) {
    if (typeof json !== "object" || json === null) return;
    const fields = json as Readonly<Record<string, unknown>>;
    const named = naming.find((field) => names.has(String(fields[field])));
    const figure = figures.find((field) => fields[field] !== undefined && fields[field] !== null);
    must(
      named === undefined || figure === undefined,
      `PRIVACY-4 ${where} says ${figure} beside ${String(fields[named ?? ""])}`,
    );
    if (isHiddenBet(fields["id"])) {
      const told = naming.find((field) => fields[field] !== undefined && fields[field] !== null);
      must(told === undefined, `FAIR-17 ${where} gives the ${told} of ${String(fields["id"])}`);
      for (const amount of ["bet_amount", "payout_amount"]) {
        must(
          fields[amount] === undefined || fields[amount] === null,
          `PRIVACY-2 ${where} gives the ${amount} of ${String(fields["id"])}`,
        );
      }
    }
    for (const value of Object.values(fields)) check(where, value, names);
  }

  function checkAbout(where: string, json: unknown) {
    if (typeof json !== "object" || json === null) return;
    for (const [field, value] of Object.entries(json)) {
      must(
        !ownFigures.has(field) || value === null,
        `PRIVACY-4 ${where} gives the ${field} of a hidden player`,
      );
      checkAbout(where, value);
    }
  }

  return {
    told: (where, json) => check(where, json, namesOf()),
    toldAbout(wallet, where, json) {
      if (hidden.has(wallet)) checkAbout(where, json);
    },
  };
}
