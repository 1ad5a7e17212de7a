import { Copy, Rss } from "lucide-react";
import { Link } from "wouter";
import { pagePaths } from "../../../../contract/pages.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { copyText } from "../../../foundation/ui/copy-button.tsx";
import { Skeleton } from "../../../foundation/ui/skeleton.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { RuleRow } from "./rule-row.tsx";
import { useRules } from "./use-rules.ts";
import { ruleLogWords } from "./words.en.ts";
import "./rules.css";

/**
 * Everything that changed a rule of the game or returned stakes, for everybody to read and follow
 * (rule RULELOG-5).
 */
export function RulesPage() {
  const { t } = useWords(ruleLogWords);
  const rules = useRules();
  const { visibleRows, head } = rules;
  return (
    <div className="rule-log">
      <main className="mx-auto flex max-w-[880px] min-w-0 flex-col gap-3 px-3 pt-2 pb-10 tablet:px-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <h1 className="text-2xl">{t("title")}</h1>
          <nav className="flex flex-wrap gap-x-4" aria-label={t("title")}>
            <Link to={pagePaths.fairness} className={look.link}>
              {t("howChecked")}
            </Link>
            <a href={`${pagePaths.rules}.atom`} className={look.link}>
              <Rss aria-hidden size={16} />
              {t("atom")}
            </a>
          </nav>
        </div>
        <p className="max-w-[72ch] leading-relaxed text-muted">{t("about")}</p>
        {head !== null && (
          <section className="panel flex flex-col gap-3 p-4">
            <dl className="grid items-center gap-x-4 text-sm tablet:grid-cols-[9rem_minmax(0,1fr)]">
              <dt className="text-muted">{t("newest")}</dt>
              <dd className="flex items-center gap-2">
                <span className="min-w-0 font-mono text-xs break-all">
                  {head.row} · {head.hash}
                </span>
                <Button
                  look="quiet"
                  aria-label={t("copyHash")}
                  title={t("copyHash")}
                  onClick={() => void copyText(head.hash, t("hashCopied"))}
                >
                  <Copy aria-hidden size={16} />
                </Button>
              </dd>
            </dl>
          </section>
        )}
        <section className="panel min-w-0 overflow-hidden" aria-label={t("rows")}>
          {visibleRows === undefined && !rules.isFailed && <Skeleton className="m-4 h-96" />}
          {visibleRows?.length === 0 && (
            <p className="flex min-h-40 items-center justify-center p-4 text-muted">{t("empty")}</p>
          )}
          {visibleRows !== undefined && visibleRows.length > 0 && (
            <ol>
              {visibleRows.map((row) => (
                <RuleRow key={row.row} row={row} />
              ))}
            </ol>
          )}
          {rules.isFailed && (
            <p role="alert" className="flex flex-wrap items-center justify-center gap-3 p-4 text-muted">
              {t(visibleRows === undefined ? "listFailed" : "moreFailed")}{" "}
              <Button onClick={rules.retry}>{t("tryAgain")}</Button>
            </p>
          )}
        </section>
        {rules.hasMore && !rules.isFailed && (
          <Button
            className="self-center"
            disabled={rules.isLoadingMore}
            onClick={() => void rules.loadMore()}
          >
            {t("loadMore")}
          </Button>
        )}
      </main>
    </div>
  );
}

const look = {
  link: "inline-flex min-h-11 items-center gap-2 font-bold text-bright underline-offset-4 hover:underline",
};
