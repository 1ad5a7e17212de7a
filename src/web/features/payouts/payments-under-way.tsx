import { useQuery } from "@tanstack/react-query";
import { Hourglass, Send } from "lucide-react";
import type { Api } from "../../../contract/api.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import { fetchApi } from "../../foundation/lib/api.ts";
import { explorerUrl } from "../../foundation/lib/explorer.ts";
import { queryKeys } from "../../foundation/lib/query-keys.ts";
import { useRuntime } from "../../foundation/lib/runtime.ts";
import { useWallet } from "../../foundation/lib/wallet/wallet-store.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { payoutWords } from "./words.en.ts";

type Payment = Reply<Api["listUnderWay"]>["payments"][number];

/** A payment that is waiting or sent moves on within a few seconds. */
const LOOK_EVERY_MS = 4_000;

/**
 * The state of each payment to the player until it is final; renders nothing while none is under
 * way.
 */
export function PaymentsUnderWay() {
  const address = useWallet((state) => state.account?.address);
  const { t } = useWords(payoutWords);
  const { data } = useQuery({
    queryKey: queryKeys.underWay(address ?? ""),
    queryFn: () => fetchApi("listUnderWay", {}),
    enabled: address !== undefined,
    refetchInterval: ({ state }) => ((state.data?.count ?? 0) > 0 ? LOOK_EVERY_MS : false),
  });
  if (data === undefined || data.count === 0) return null;
  const more = data.count - data.payments.length;
  return (
    <section aria-label={t("underWay")} className="flex flex-col gap-1 text-sm">
      <h3 className="font-ui text-xs font-medium text-muted">{t("underWay")}</h3>
      <ul aria-live="polite" className="flex flex-col gap-1">
        {data.payments.map((payment) => (
          <UnderWay key={payment.id} payment={payment} />
        ))}
      </ul>
      {more > 0 && <p className="text-xs text-muted">{t("moreUnderWay", { count: more })}</p>}
    </section>
  );
}

function UnderWay({ payment }: { readonly payment: Payment }) {
  const { kind, amount, race_id: race, state, ahead, signature } = payment;
  const network = useRuntime()?.network;
  const { t, sol } = useWords(payoutWords);
  const url = signature === null || network === undefined ? null : explorerUrl(network, signature);
  const Icon = state === "waiting" ? Hourglass : Send;
  const kinds = {
    payout: race === null ? t("payout") : t("ofRace", { race: raceLabel(race) }),
    withdrawal: t("withdrawal"),
    referral: t("referral"),
    manual: t("manual"),
  };
  const places = {
    waiting: ahead === null || ahead === 0 ? t("nextUp") : t("aheadOfIt", { count: ahead }),
    sent: t("sent"),
  };
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden size={14} className="mt-1 text-muted" />
      <span className="min-w-0 flex-1">
        <span className="font-bold">{sol(amount, 4)} SOL</span>{" "}
        <span className="text-muted">
          {kinds[kind]}
          {" · "}
          {url === null ? (
            places[state]
          ) : (
            <a href={url} target="_blank" rel="noreferrer" className="underline hover:text-text">
              {places[state]}
            </a>
          )}
        </span>
      </span>
    </li>
  );
}
