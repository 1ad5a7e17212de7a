import { Link } from "wouter";
import { pagePaths } from "../../../../contract/pages.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { Facts, Prefix } from "../kit/bits.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { Part } from "../kit/tab-page.tsx";
import { TransactionLink } from "../kit/transaction-link.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import { type AdminRace, refreshMs } from "./race-status.tsx";
import { racesWords } from "./words.en.ts";

const memos = [
  { name: "commit", word: "commitment" },
  { name: "lock", word: "lockMemo" },
  { name: "result", word: "resultMemo" },
] as const;

/**
 * What anybody can check a race with: its seed, its memos on the chain, and the link to its verification.
 */
export function RaceOnChain({ race }: { readonly race: AdminRace }) {
  const { t } = useWords(racesWords);
  const { id, status } = race;
  const { data, error, refetch } = useAnswer("getRace", { params: { id } }, { everyMs: refreshMs(race) });
  const isOver = status === "completed" || status === "refunded";
  return (
    <Part
      heading={t("chainAndFairness")}
      aside={
        isOver && (
          <Link
            to={`${pagePaths.fairness}?race=${id}`}
            className="inline-flex min-h-11 items-center font-bold underline underline-offset-4"
          >
            {t("verify")}
          </Link>
        )
      }
    >
      <Facts
        facts={[
          [t("seedHash"), <Prefix key="hash" text={race.server_seed_hash} label={t("seedHash")} />],
          [
            t("seed"),
            race.server_seed === null ? (
              <span key="secret" className="font-ui text-sm font-normal text-muted">
                {t("seedSecret")}
              </span>
            ) : (
              <Prefix key="seed" text={race.server_seed} label={t("seed")} />
            ),
          ],
          [t("nonce"), <Prefix key="nonce" text={race.nonce} label={t("nonce")} />],
        ]}
      />
      <div className="border-t border-hair">
        {data === undefined && error === null && <Skeleton className="m-4 h-10" />}
        {data === undefined && error !== null && (
          <LoadFailure error={error} fallback={t("memosFailed")} retry={refetch} />
        )}
        {data !== undefined && (
          <Facts
            facts={memos.map(({ name, word }) => [
              t(word),
              <TransactionLink key={name} signature={data.race.anchors[name]} label={t(word)} />,
            ])}
          />
        )}
      </div>
    </Part>
  );
}
