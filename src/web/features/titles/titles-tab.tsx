import { Award, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Api } from "../../../contract/api.ts";
import { pagePaths } from "../../../contract/pages.ts";
import type { Reply } from "../../../contract/wire/endpoint.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { Card } from "../../foundation/ui/card.tsx";
import { ProgressBar } from "../../foundation/ui/progress-bar.tsx";
import { Skeleton } from "../../foundation/ui/skeleton.tsx";
import { Tag } from "../../foundation/ui/tag.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { achievementOf, useSetActive, useTitles } from "./titles.ts";
import { titleWords } from "./words.en.ts";

type Titles = Reply<Api["getTitles"]>;

/** The player's titles, followed by the ones that can still be earned. */
export function TitlesTab({ address }: { readonly address: string }) {
  const { data, isError, refetch } = useTitles(address);
  const { t } = useWords(titleWords);
  return (
    <div className="flex flex-col gap-3">
      <Card heading={t("unlocked")} aside={<span className="max-tablet:hidden">{t("wornByYou")}</span>}>
        {data === undefined && !isError && <Skeleton className="m-4 mt-0 h-20" />}
        {data === undefined && isError && (
          <Button className="m-4 mt-0 self-start" onClick={() => void refetch()}>
            {t("tryAgain")}
          </Button>
        )}
        {data?.titles.length === 0 && <p className="px-4 pb-4 text-muted">{t("noTitles")}</p>}
        {data !== undefined && data.titles.length > 0 && (
          <ul>
            {data.titles.map((title) => (
              <Unlocked key={title.id} title={title} address={address} />
            ))}
          </ul>
        )}
      </Card>
      {data !== undefined && data.locked.length > 0 && (
        <Card heading={t("toEarn")}>
          <ul>
            {data.locked.map((title) => (
              <Locked key={title.slug} title={title} />
            ))}
          </ul>
        </Card>
      )}
      <p>
        <Link
          to={pagePaths.leaderboard}
          className="inline-flex min-h-11 items-center font-bold text-bright underline decoration-control underline-offset-4 hover:decoration-accent"
        >
          {t("leaderboard")}
        </Link>
      </p>
    </div>
  );
}

function Unlocked({
  title: { id, name, slug, is_active: isActive },
  address,
}: {
  readonly title: Titles["titles"][number];
  readonly address: string;
}) {
  const setActive = useSetActive(address);
  const { t } = useWords(titleWords);
  return (
    <Row icon={<Award aria-hidden size={20} className="text-accent" />} name={`[${name}]`} slug={slug}>
      {isActive ? (
        <Tag tone="accent">{t("active")}</Tag>
      ) : (
        <Button
          aria-label={t("setActiveNamed", { name })}
          disabled={setActive.isPending}
          onClick={() => setActive.mutate({ titleId: id, name })}
        >
          {t("setActive")}
        </Button>
      )}
    </Row>
  );
}

function Locked({ title: { name, slug, progress, goal } }: { readonly title: Titles["locked"][number] }) {
  const { t } = useWords(titleWords);
  return (
    <Row icon={<Lock aria-hidden size={18} className="text-muted" />} name={name} slug={slug} isQuiet>
      <span className="flex w-24 flex-col gap-1 text-right text-xs text-muted tablet:w-44">
        {t("progress", { progress, goal })}
        <ProgressBar
          label={t("progressOf", { name })}
          value={progress}
          max={goal}
          color="var(--control-border)"
          className="h-1.5! w-full"
        />
      </span>
    </Row>
  );
}

interface RowProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly slug: string;
  /** Not earned yet. */
  readonly isQuiet?: boolean;
  /** At the right end. */
  readonly children: ReactNode;
}

function Row({ icon, name, slug, isQuiet = false, children }: RowProps) {
  const { t } = useWords(titleWords);
  const achievement = achievementOf(slug);
  return (
    <li className="flex min-h-13 items-center gap-3 border-t border-hair px-4 py-1">
      {icon}
      <span className="min-w-0 flex-1">
        <span className={`block font-bold ${isQuiet ? "" : "text-bright"}`}>{name}</span>
        <span className="block text-xs text-muted">
          {achievement !== null && <>{t(achievement)} · </>}
          <span className="font-mono whitespace-nowrap">{slug}</span>
        </span>
      </span>
      {children}
    </li>
  );
}
