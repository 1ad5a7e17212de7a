import { Download, Search } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState } from "react";
import { Link, Redirect } from "wouter";
import { pagePaths } from "../../../contract/pages.ts";
import { betResults } from "../../../domain/settlement.ts";
import { usePlayer } from "../../foundation/lib/player.ts";
import { saveFile } from "../../foundation/lib/save-file.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { classNames } from "../../foundation/ui/class-names.ts";
import { Skeleton, Spinner } from "../../foundation/ui/skeleton.tsx";
import { toast } from "../../foundation/ui/toast.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { historyCsv } from "./history-csv.ts";
import { HistoryRow } from "./history-row.tsx";
import { type HistorySearch, isBetResult, readWholeHistory, useHistory } from "./history.ts";
import { playerWords } from "./words.en.ts";

/**
 * Everything that the player has bet on; a visitor who is not signed in is sent to the race.
 */
export function HistoryPage() {
  const player = usePlayer();
  const { t } = useWords(playerWords);
  switch (player.kind) {
    case "connecting":
      return <Spinner />;
    case "visitor":
    case "unproven":
    case "newcomer":
      return <Redirect to={pagePaths.home} replace />;
    case "unknown":
      return (
        <main className="mx-auto flex max-w-md flex-col items-center gap-4 p-8 text-center">
          <p role="alert">{t("profileUnknown")}</p>
          <Button onClick={player.retry}>{t("tryAgain")}</Button>
        </main>
      );
    case "player":
      return <History key={player.address} address={player.address} />;
  }
}

function History({ address }: { readonly address: string }) {
  const [search, setSearch] = useState<HistorySearch>({ text: "", result: null });
  const { t } = useWords(playerWords);
  return (
    <main className="mx-auto flex max-w-[1080px] flex-col gap-3 px-3 pt-2 pb-10 tablet:px-5">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto text-xl">{t("allYourRaces")}</h1>
        <Link
          to={pagePaths.dashboard}
          className="inline-flex min-h-11 items-center rounded-m px-3 font-bold text-muted hover:text-text"
        >
          {t("dashboardTab")}
        </Link>
        <DownloadButton address={address} search={search} />
      </div>
      <SearchBar search={search} onChange={setSearch} />
      <Bets address={address} search={search} />
    </main>
  );
}

interface SearchBarProps {
  readonly search: HistorySearch;
  readonly onChange: (search: HistorySearch) => void;
}

function SearchBar({ search, onChange }: SearchBarProps) {
  const { t } = useWords(playerWords);
  return (
    <search className="flex flex-wrap gap-3">
      <label className="flex min-h-11 min-w-0 flex-auto items-center gap-2 rounded-m border border-control bg-bg px-3">
        <Search aria-hidden size={18} className="text-muted" />
        <span className="sr-only">{t("searchRaces")}</span>
        <input
          type="search"
          value={search.text}
          maxLength={64}
          placeholder={t("searchRaces")}
          onChange={(event) => onChange({ ...search, text: event.target.value })}
          className="min-h-11 w-full min-w-0 bg-transparent outline-none"
        />
      </label>
      <select
        aria-label={t("result")}
        value={search.result ?? ""}
        onChange={({ target: { value } }) =>
          onChange({ ...search, result: isBetResult(value) ? value : null })
        }
        className="min-h-11 rounded-m border border-control bg-bg px-3"
      >
        <option value="">{t("anyResult")}</option>
        {betResults.map((result) => (
          <option key={result} value={result}>
            {t(result)}
          </option>
        ))}
      </select>
    </search>
  );
}

function Bets({ address, search }: { readonly address: string; readonly search: HistorySearch }) {
  // The list follows when typing pauses; the server is not asked for each letter.
  const text = useDebounced(search.text);
  const deferredSearch = useDeferredValue({ text, result: search.result });
  const { data, isPending, isError, isPlaceholderData, refetch, ...next } = useHistory(
    address,
    deferredSearch,
  );
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = next;
  const { t } = useWords(playerWords);
  const bets = data?.pages.flatMap((page) => page.bets);
  const isSearch = deferredSearch.text.trim() !== "" || deferredSearch.result !== null;
  return (
    <section
      aria-label={t("allYourRaces")}
      aria-busy={isPlaceholderData}
      className={classNames("panel", isPlaceholderData && "opacity-60")}
    >
      {isPending && <Skeleton className="m-4 h-64" />}
      {isError && bets === undefined && (
        <p role="alert" className="flex flex-wrap items-center gap-3 p-4 text-muted">
          {t("racesFailed")} <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
        </p>
      )}
      {bets?.length === 0 && (
        <p className="flex flex-wrap items-center gap-3 p-4 text-muted">
          {t(isSearch ? "nothingFound" : "noRaces")}{" "}
          {!isSearch && (
            <Link to={pagePaths.home} className="font-bold text-accent underline underline-offset-4">
              {t("toTheRace")}
            </Link>
          )}
        </p>
      )}
      {bets !== undefined && bets.length > 0 && (
        <ul>
          {bets.map((bet) => (
            <HistoryRow key={bet.id} bet={bet} />
          ))}
        </ul>
      )}
      {hasNextPage && !isPlaceholderData && (
        <More
          isLoading={isFetchingNextPage}
          hasFailed={isFetchNextPageError}
          load={() => void fetchNextPage()}
        />
      )}
    </section>
  );
}

const DEBOUNCE_MS = 250;

/** The text once it has not changed for {@link DEBOUNCE_MS}. */
function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

interface MoreProps {
  readonly isLoading: boolean;
  /** Then the next page is requested only by the button. */
  readonly hasFailed: boolean;
  readonly load: () => void;
}

/** Requests the next page as soon as the end of the list is near; a button for people who do not scroll. */
function More({ isLoading, hasFailed, load }: MoreProps) {
  const end = useRef<HTMLDivElement>(null);
  const { t } = useWords(playerWords);
  useEffect(() => {
    if (end.current === null || isLoading || hasFailed) return;
    const sight = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load();
      },
      { rootMargin: "400px" },
    );
    sight.observe(end.current);
    return () => sight.disconnect();
  }, [isLoading, hasFailed, load]);
  return (
    <div ref={end} className="flex flex-wrap items-center justify-center gap-3 border-t border-hair p-3">
      {hasFailed && (
        <p role="alert" className="text-muted">
          {t("racesFailed")}
        </p>
      )}
      <Button disabled={isLoading} onClick={load}>
        {t(hasFailed ? "tryAgain" : "moreRaces")}
      </Button>
    </div>
  );
}

function DownloadButton({ address, search }: { readonly address: string; readonly search: HistorySearch }) {
  const inWords = useWords(playerWords);
  const { t } = inWords;
  const [isBusy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile("furlong-races.csv", historyCsv(await readWholeHistory(address, search), inWords));
    } catch (error) {
      console.warn("The history was not read to its end.", error);
      toast.bad(t("racesFailed"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button disabled={isBusy} onClick={() => void download()}>
      <Download aria-hidden size={18} />
      {t("downloadCsv")}
    </Button>
  );
}
