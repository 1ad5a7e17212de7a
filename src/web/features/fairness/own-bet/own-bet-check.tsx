import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert, LoaderCircle, X } from "lucide-react";
import type { OwnBet } from "../../../../contract/races/race-shape.ts";
import { fetchApi } from "../../../foundation/lib/api.ts";
import { callNode } from "../../../foundation/lib/chain-rpc.ts";
import { queryKeys } from "../../../foundation/lib/query-keys.ts";
import { rpcUrlOf, useRuntime } from "../../../foundation/lib/runtime.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import type { Finding } from "../verifier/finding.ts";
import type { AskNode } from "../verifier/node-answers.ts";
import { fairnessWords } from "../words.en.ts";
import { checkOwnBet } from "./check-own-bet.ts";

interface OwnBetCheckProps {
  readonly bet: OwnBet;
  readonly wallet: string;
}

const ASK_AGAIN_MS = 1_500;
const MAX_TRIES = 20;

/**
 * Whether the player's own bet is in the list that was locked on the chain when betting closed, checked here while the
 * race is running: before anybody knows who wins (rule FAIR-16).
 */
export function OwnBetCheck({ bet, wallet }: OwnBetCheckProps) {
  const runtime = useRuntime();
  const url = runtime === undefined ? null : rpcUrlOf(runtime);
  const { data: finding = null } = useQuery({
    queryKey: queryKeys.betProof(bet.race_id, wallet, url),
    queryFn: () => findOwnBet({ bet, wallet, url }),
    enabled: runtime !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // The memo may not be confirmed yet.
    refetchInterval: ({ state }) =>
      isOpen(state.data ?? null) && state.dataUpdateCount < MAX_TRIES ? ASK_AGAIN_MS : false,
  });
  return <Outcome finding={finding} />;
}

const isOpen = (finding: Finding | null): boolean =>
  finding === null || ["unread", "missing", "absent"].includes(finding.state);

/** Null if there is no proof yet. */
async function findOwnBet({
  bet,
  wallet,
  url,
}: OwnBetCheckProps & { readonly url: string | null }): Promise<Finding | null> {
  const { proof } = await fetchApi("getBetProof", { params: { id: bet.race_id } });
  if (proof === null) return null;
  if (url === null) return { state: "unread", why: "" };
  const ask: AskNode = (method, params) => callNode(url, method, params);
  const { siteLogs } = await import("../verifier/site-logs.ts");
  return checkOwnBet({ ask, logs: siteLogs }, proof, { bet, wallet });
}

function Outcome({ finding }: { readonly finding: Finding | null }) {
  const { t } = useWords(fairnessWords);
  if (finding?.state === "checked") {
    return (
      <span data-state="checked" className="flex items-center gap-1.5 text-good">
        <Check aria-hidden size={16} />
        {t("ownBetLocked")}
      </span>
    );
  }
  if (finding?.state === "differs") {
    return (
      <span data-state="differs" role="alert" className="flex flex-col gap-1 font-bold text-bad">
        <span className="flex items-center gap-1.5">
          <X aria-hidden size={16} />
          {t("ownBetDiffers")}
        </span>
        <code className="font-mono text-xs font-normal break-all">{finding.found}</code>
      </span>
    );
  }
  if (finding === null || finding.state === "reading") {
    return (
      <span data-state="reading" className="flex items-center gap-1.5 text-muted">
        <LoaderCircle aria-hidden size={16} className="animate-spin" />
        {t("ownBetReading")}
      </span>
    );
  }
  return (
    <span data-state={finding.state} className="flex items-center gap-1.5 text-warn">
      <CircleAlert aria-hidden size={16} />
      {t("ownBetUnread")}
    </span>
  );
}
