import { Link } from "wouter";
import { pagePaths } from "../../../contract/pages.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useWords } from "../../words/use-words.ts";
import { Facts, Prefix } from "../kit/bits.tsx";
import { LoadFailure } from "../kit/load-failure.tsx";
import { Part } from "../kit/tab-page.tsx";
import { TransactionLink } from "../kit/transaction-link.tsx";
import { useAnswer } from "../kit/use-rows.ts";
import type { AdminRace } from "./race-status.tsx";
import { racesWords } from "./words.en.ts";

/**
 * What anybody can check a race with: its seed, its memos on the chain, and the link to its verification
 * (rule ADMIN-13).
 */
export function RaceOnChain({ race }: { readonly race: AdminRace }) {
  const { t } = useWords(racesWords);
  const { id, status } = race;
  const { data, error, refetch } = useAnswer("getRace", { params: { id } });
  const memos = data?.race.anchors;
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
        {memos !== undefined ? (
          <Facts
            facts={[
              [
                t("commitment"),
                <TransactionLink key="commit" signature={memos.commit} label={t("commitment")} />,
              ],
              [t("lockMemo"), <TransactionLink key="lock" signature={memos.lock} label={t("lockMemo")} />],
              [
                t("resultMemo"),
                <TransactionLink key="result" signature={memos.result} label={t("resultMemo")} />,
              ],
            ]}
          />
        ) : error === null ? (
          <Skeleton className="m-4 h-11" />
        ) : (
          <LoadFailure error={error} fallback={t("memosFailed")} retry={refetch} />
        )}
      </div>
    </Part>
  );
}
