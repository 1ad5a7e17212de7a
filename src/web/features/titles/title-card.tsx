import { Award } from "lucide-react";
import { useEffect, useState } from "react";
import { forgetUnlockedTitle, type UnlockedTitle } from "../../foundation/live/unlocked-titles.ts";
import { Button } from "../../foundation/ui/button.tsx";
import { CloseButton } from "../../foundation/ui/close-button.tsx";
import { Tag } from "../../foundation/ui/tag.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { countMoment } from "./title-moment.ts";
import { achievementOf, useSetActive, useTitles } from "./titles.ts";
import { titleWords } from "./words.en.ts";
import "./title-card.css";

interface TitleCardProps {
  readonly unlocked: UnlockedTitle;
  readonly address: string;
}

/** A title that was just earned, next to the race and not over it. The first one is worn already (rule TITLE-6). */
export function TitleCard({ unlocked: { titleId, title }, address }: TitleCardProps) {
  const setActive = useSetActive(address);
  const titles = useTitles(address);
  const isActive = titles.data?.titles.some(({ id, is_active: isWorn }) => id === titleId && isWorn) ?? false;
  const { t } = useWords(titleWords);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => (isHeld ? undefined : countMoment(titleId)), [titleId, isHeld]);
  const achievement = achievementOf(titleId.replace(/^title-/, ""));
  const wear = () =>
    setActive.mutate({ titleId, name: title }, { onSettled: () => forgetUnlockedTitle(titleId) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hovering or focusing it keeps it there, and does nothing else
    <section
      data-testid="title-unlocked"
      aria-label={t("titleUnlocked")}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="title-moment fixed bottom-4 left-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] items-center gap-3 rounded-l border border-accent/70 p-3 pr-1 overlay-enter max-tablet:bottom-38"
    >
      <span
        aria-hidden
        className="title-medal grid size-12 shrink-0 place-items-center rounded-full border border-accent/60 bg-selected text-bright"
      >
        <Award size={26} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-xs text-muted">{t("titleUnlocked")}</p>
        <p translate="no" className="figure text-xl leading-tight break-words text-bright">
          [{title}]
        </p>
        {achievement !== null && <p className="text-xs text-muted">{t(achievement)}</p>}
      </div>
      {isActive ? (
        <Tag tone="accent">{t("active")}</Tag>
      ) : (
        <Button className="title-wear" disabled={titles.isPending || setActive.isPending} onClick={wear}>
          {t("setActive")}
        </Button>
      )}
      <CloseButton label={t("close")} onClick={() => forgetUnlockedTitle(titleId)} className="self-start" />
    </section>
  );
}
