import { Copy, ExternalLink } from "lucide-react";
import { Link } from "wouter";
import { signedLamports } from "../../../domain/lamports.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import { explorerUrl } from "../../foundation/lib/explorer.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { Slot } from "../../foundation/live/slots.tsx";
import { copyText } from "../../foundation/ui/copy-button.tsx";
import { Silk } from "../../foundation/ui/silk.tsx";
import { Tag } from "../../foundation/ui/tag.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import type { PastBet } from "./history.ts";
import { horseText } from "./horse-text.ts";
import { playerWords } from "./words.en.ts";

const tones = { win: "good", loss: "plain", refunded: "info" } as const;

/** A bet, with links to its race, its proof and its payments. */
export function HistoryRow({ bet }: { readonly bet: PastBet }) {
  const { race_id, created_at, result, bet_amount, payout_amount, testing } = bet;
  const inWords = useWords(playerWords);
  const { t, sol, signedSol, moment } = inWords;
  const net = result === null ? null : signedLamports(payout_amount - bet_amount);
  const tone = net === null || net === 0n ? "text-muted" : net > 0n ? "text-good" : "text-bad";
  const race = raceLabel(race_id);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hair px-4 py-2 first:border-t-0">
      <Silk number={bet.selected_horse + 1} color={bet.horse_color} size={32} />
      <div className="min-w-32 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-bold">{horseText(bet, inWords)}</span>
          <Tag tone={result === null ? "plain" : tones[result]}>{t(result ?? "pending")}</Tag>
          {testing && <Tag>{t("playMoney")}</Tag>}
        </p>
        <p className="text-xs text-muted">
          <time dateTime={created_at.toISOString()}>{moment(created_at)}</time>
          {" · "}
          {t("wagerAndPayout", { wager: sol(bet_amount, 4), payout: sol(payout_amount, 4) })}
        </p>
      </div>
      <p className={`min-w-16 text-right font-bold ${tone}`}>
        {net === null ? t("pending") : signedSol(net, 4)}
      </p>
      <div className="flex flex-wrap items-center gap-1 max-tablet:w-full tablet:justify-end">
        <Link
          to={`/race/${race_id}`}
          title={t("replayOf", { race })}
          className="inline-flex min-h-11 items-center px-2 text-sm font-bold hover:text-bright"
        >
          {t("replayNumber", { race })}
        </Link>
        <Transaction label={t("betTransaction")} signature={bet.bet_signature} />
        <Transaction label={t("payoutTransaction")} signature={bet.payout_signature} />
        {result !== null && <Slot name="proof" given={{ raceId: race_id }} />}
      </div>
    </li>
  );
}

interface TransactionProps {
  readonly label: string;
  readonly signature: string | null;
}

const look = "inline-flex min-h-11 items-center gap-1.5 px-2 text-sm text-muted hover:text-text";

function Transaction({ label, signature }: TransactionProps) {
  const network = useRuntime()?.network;
  const { t } = useWords(playerWords);
  if (signature === null || network === undefined) return null;
  const url = explorerUrl(network, signature);
  if (url === null) {
    return (
      <button
        type="button"
        title={t("copySignature")}
        onClick={() => void copyText(signature, t("signatureCopied"))}
        className={look}
      >
        <Copy aria-hidden size={14} /> {label}
      </button>
    );
  }
  return (
    <a href={url} target="_blank" rel="noreferrer" className={look}>
      <ExternalLink aria-hidden size={14} /> {label}
    </a>
  );
}
