import type { ReactNode } from "react";
import { Link, useParams } from "wouter";
import { pagePaths } from "../../../contract/pages.ts";
import { raceLabel } from "../../../domain/race-label.ts";
import type { Race } from "../../../contract/races/race-shape.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { raceTypeLabel } from "../../foundation/live/race-phase.ts";
import { Slot } from "../../foundation/live/slots.tsx";
import { Button } from "../../foundation/ui/button.tsx";
import { copyText } from "../../foundation/ui/copy-button.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { ReplayPlayer } from "./replay-player.tsx";
import { useRaceToReplay, type RaceToReplay } from "./run-race.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { liveWords } from "../../foundation/live/words.en.ts";
import { replayWords } from "./words.en.ts";

/** A finished race by its link, replayed as it was. */
export function ReplayPage() {
  const { id = "" } = useParams<{ id?: string }>();
  const player = usePlayer();
  const found = useRaceToReplay(id, player.kind === "player" ? player.address : null);
  return (
    <main className="flex min-w-0 flex-col gap-2.5 px-3 pt-2 pb-4 tablet:px-5">
      <Content key={id} id={id} found={found} />
    </main>
  );
}

function Content({ id, found }: { readonly id: string; readonly found: RaceToReplay }) {
  const { t } = useWords(replayWords);
  const inRace = useWords(liveWords);
  const race = { race: raceLabel(id) };
  switch (found.kind) {
    case "loading":
      return (
        <>
          <h1 className="text-2xl">{t("race", race)}</h1>
          <Skeleton className="h-[min(60dvh,560px)] rounded-l" />
          <Skeleton className="h-16 rounded-l" />
          <output className="sr-only">{t("loading")}</output>
        </>
      );
    case "not found":
      return (
        <Message heading={t("notFoundTitle")}>
          <p className="text-muted">{t("notFound")}</p>
          <RaceLink>{t("toTheRace")}</RaceLink>
        </Message>
      );
    case "failed":
      return (
        <Message heading={t("failedTitle")}>
          <p role="alert" className="text-muted">
            {found.text}
          </p>
          <Button onClick={found.retry}>{t("tryAgain")}</Button>
        </Message>
      );
    case "not over":
      return (
        <Message heading={t("notOverTitle", race)}>
          <p className="text-muted">{t("notOver")}</p>
          <RaceLink>{t("watchLive")}</RaceLink>
        </Message>
      );
    case "refunded": {
      const reason = found.race.refund_reason;
      return (
        <Message heading={t("refundedTitle", race)}>
          <p>{inRace.t(reason ?? "stakesWentBack")}</p>
          <p className="text-muted">{t("neverRun")}</p>
          <Slot name="proof" given={{ raceId: id }} />
        </Message>
      );
    }
    case "run":
      return (
        <>
          <Heading race={found.run.race} />
          <ReplayPlayer run={found.run} />
        </>
      );
  }
}

function Heading({ race }: { readonly race: Race }) {
  const { id, startsAt, status, testing, isJackpotRace } = race;
  const { t, moment } = useWords(replayWords);
  const inRace = useWords(liveWords);
  const copyLink = () => copyText(`${location.origin}/race/${id}`, t("linkCopied"));
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h1 className="text-2xl">{t("race", { race: raceLabel(id) })}</h1>
      {/* On the smoke, where muted text would be unreadable. */}
      <p>
        {raceTypeLabel(race, inRace)}
        {startsAt !== null && <> · {moment(startsAt)}</>}
      </p>
      {isJackpotRace && <Tag>{t("jackpot")}</Tag>}
      {testing && <Tag>{t("playMoney")}</Tag>}
      {status === "refunded" && <Tag>{t("refunded")}</Tag>}
      <div className="flex flex-wrap gap-2 tablet:ml-auto">
        <Button onClick={() => void copyLink()}>{t("copyLink")}</Button>
        <Slot name="win" given={{ race, place: "heading" }} />
        <Slot name="proof" given={{ raceId: id }} />
      </div>
    </header>
  );
}

function Tag({ children }: { readonly children: ReactNode }) {
  return (
    <span className="rounded-full border border-control bg-panel/70 px-3 py-1 text-sm font-bold text-info">
      {children}
    </span>
  );
}

function Message({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <div className="grid min-h-[50dvh] place-items-center">
      <div className="panel flex max-w-md flex-col items-center gap-4 p-8 text-center text-balance">
        <h1 className="text-xl">{heading}</h1>
        {children}
      </div>
    </div>
  );
}

function RaceLink({ children }: { readonly children: ReactNode }) {
  return (
    <Link
      to={pagePaths.race}
      className="inline-flex min-h-11 items-center rounded-m border border-control bg-raised/80 px-4 font-bold transition hover:border-accent"
    >
      {children}
    </Link>
  );
}
