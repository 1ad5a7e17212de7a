import { ChevronLeft } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Api } from "../../../../contract/api.ts";
import { pagePaths } from "../../../../contract/pages.ts";
import type { Reply } from "../../../../contract/wire/endpoint.ts";
import { raceLabel } from "../../../../domain/race-label.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { Silk } from "../../../foundation/ui/silk.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { useAdminAddress } from "../kit/admin-address.ts";
import { Facts, Prefix } from "../kit/bits.tsx";
import { Part, TabPage } from "../kit/tab-page.tsx";
import { rowsOf, useAnswer } from "../kit/use-rows.ts";
import { RaceBets } from "./race-bets.tsx";
import { RaceHorses } from "./race-horses.tsx";
import { RaceOnChain } from "./race-on-chain.tsx";
import { RaceSearch } from "./race-search.tsx";
import { refreshMs, RaceStatusChip } from "./race-status.tsx";
import { RefundAll } from "./refund-all.tsx";
import { SpecialMark } from "./special-mark.tsx";
import { racesWords } from "./words.en.ts";

type Details = Reply<Api["getRaceDetails"]>;

interface RaceDetailsProps {
  readonly id: string;
  readonly open: (id: string) => void;
  readonly close: () => void;
}

/** A race in full: its facts, its winner, the stakes on each horse, its bets, and their refund. */
export function RaceDetails({ id, open, close }: RaceDetailsProps) {
  const { t } = useWords(racesWords);
  const walletAddress = useAdminAddress();
  const query = useAnswer(
    "getRaceDetails",
    { params: { id }, query: { walletAddress, limit: 1 } },
    { everyMs: (reply) => refreshMs(reply?.race) },
  );
  const [refunds, setRefunds] = useState(false);
  const [sought, setSought] = useState("");
  const { data, error, refetch } = query;
  const race = data?.race;
  const back = (
    <Button look="quiet" className="-ml-3" onClick={close}>
      <ChevronLeft aria-hidden size={18} />
      {t("allRaces")}
    </Button>
  );
  if (data === undefined || race === undefined) {
    return (
      <TabPage title={raceLabel(id)} actions={back}>
        <RaceSearch text={sought} setText={setSought} open={open} />
        {error === null ? (
          <Skeleton className="h-96" />
        ) : (
          <Part>
            <LoadFailure error={error} fallback={t("detailsFailed")} retry={refetch} />
          </Part>
        )}
      </TabPage>
    );
  }
  return (
    <TabPage
      title={t("raceNumber", { race: raceLabel(race.id) })}
      note={
        <span className="inline-flex items-center gap-2">
          <RaceStatusChip status={race.status} />
          {race.isSpecial && <SpecialMark />}
          {race.testing && <span className="text-xs text-info">{t("playMoney")}</span>}
        </span>
      }
      actions={
        <>
          {back}
          {(race.status === "completed" || race.status === "refunded") && (
            <Link
              to={pagePaths.replay.replace(":id", race.id)}
              className="inline-flex min-h-11 items-center rounded-m border border-control bg-raised/80 px-4 font-bold hover:border-accent"
            >
              {t("replay")}
            </Link>
          )}
          <Button look="danger" disabled={race.status === "refunded"} onClick={() => setRefunds(true)}>
            {t("refundAll")}
          </Button>
        </>
      }
    >
      {race.refund_reason !== null && (
        <p className="mb-3 break-words text-muted">{t("refundReason", { reason: race.refund_reason })}</p>
      )}
      <RaceFacts details={data} />
      {!refunds && <RaceOnChain race={race} />}
      <div
        className={
          refunds ? "grid gap-3 wide:grid-cols-[minmax(0,1fr)_360px] wide:items-start" : "grid gap-3"
        }
      >
        <div className="flex min-w-0 flex-col gap-3 max-wide:order-2">
          {data.winningHorse !== null && <Winner horse={data.winningHorse} details={data} />}
          <RaceHorses race={race} list={rowsOf(query, data.horses)} />
          <RaceBets race={race} isNarrow={refunds} />
        </div>
        {refunds && race.status !== "refunded" && <RefundAll race={race} onClose={() => setRefunds(false)} />}
      </div>
    </TabPage>
  );
}

function RaceFacts({ details: { race, winningHorse } }: { readonly details: Details }) {
  const { t, sol, percent, moment, whole, decimal } = useWords(racesWords);
  return (
    <Part>
      <Facts
        facts={[
          [t("id"), <Prefix key="id" text={race.id} label={t("race")} />],
          [t("type"), t(race.race_type)],
          [t("totalPool"), `${sol(race.total_pool, 4)} SOL`],
          [t("houseEdge"), percent(race.house_edge)],
          [t("bets"), whole(race.bet_count)],
        ]}
      />
      <div className="border-t border-hair">
        <Facts
          facts={[
            [t("created"), <Time key="created" text={moment(race.created_at)} />],
            [
              t("completed"),
              <Time
                key="completed"
                text={race.completed_at === null ? t("notAvailable") : moment(race.completed_at)}
              />,
            ],
            [
              t("paidOut"),
              <Time
                key="paidOut"
                text={
                  race.payout_seconds === null
                    ? t("notAvailable")
                    : t("paidOutAfter", { seconds: decimal(race.payout_seconds, 2) })
                }
              />,
            ],
            [t("winningHorse"), <Time key="winner" text={winningHorse?.name ?? t("notDetermined")} />],
            [
              t("jackpot"),
              <Time
                key="jackpot"
                text={race.jackpot_amount === 0n ? "–" : `${sol(race.jackpot_amount, 4)} SOL`}
              />,
            ],
          ]}
        />
      </div>
    </Part>
  );
}

const Time = ({ text }: { readonly text: string }) => (
  <span className="font-ui text-sm font-bold">{text}</span>
);

function Winner({
  horse,
  details,
}: {
  readonly horse: NonNullable<Details["winningHorse"]>;
  readonly details: Details;
}) {
  const { t, sol } = useWords(racesWords);
  const backed = details.horses.find(({ isWinner }) => isWinner);
  return (
    <section aria-label={t("winningHorse")} className="panel flex items-center gap-4 p-4">
      <Silk number={horse.number} color={horse.color} size={48} />
      <div className="min-w-0">
        <p className="text-xs text-muted">{t("winningHorse")}</p>
        <p translate="no" className="figure text-xl text-bright">
          {horse.name}
        </p>
      </div>
      {backed?.betCount !== null && backed?.totalBetAmount !== null && backed !== undefined && (
        <p className="ml-auto text-right text-sm text-muted">
          {t("betsOf", { count: backed.betCount })}
          <span translate="no" className="figure block text-lg text-text">
            {sol(backed.totalBetAmount, 4)} SOL
          </span>
        </p>
      )}
    </section>
  );
}
