import { useShallow } from "zustand/react/shallow";
import { useRace } from "../../foundation/live/race-store.ts";
import { standingsOf } from "../../foundation/live/standings.ts";
import { useMarkedHorse } from "../../foundation/live/bet-slip.ts";
import { classNames } from "../../foundation/ui/class-names.ts";
import { Panel } from "../../foundation/ui/panel.tsx";
import { Silk } from "../../foundation/ui/silk.tsx";
import { useWords } from "../../foundation/words/use-words.ts";
import { replayWords } from "./words.en.ts";

/** The field from first to last at this moment, and how far behind each horse is. */
export function OrderPanel() {
  const horses = useRace((state) => state.race?.horses) ?? [];
  const order = useRace(useShallow((state) => standingsOf(state)?.order ?? []));
  const { t, odds, decimal } = useWords(replayWords);
  const behind = useRace(
    useShallow((state) => standingsOf(state)?.behind.map((lengths) => decimal(lengths, 1)) ?? []),
  );
  const isOver = useRace(({ race }) => race?.status === "completed");
  const marked = useMarkedHorse();
  const ranked = order.flatMap((number) => horses.find((horse) => horse.number === number) ?? []);
  return (
    <Panel heading={t(isOver ? "finishingOrder" : "order")} aside={t("lengthsBehind")}>
      <ol aria-label={t("order")} className="pb-1">
        {ranked.map(({ id, number, name, color, odds: paid }, place) => (
          <li
            key={id}
            className={classNames(
              "relative flex items-center gap-3 border-t border-divider px-4 py-1.5",
              marked === id &&
                "bg-selected before:absolute before:inset-y-0 before:left-0 before:border-l-3 before:border-accent",
            )}
          >
            <span
              translate="no"
              className={`figure w-5 text-lg leading-none ${place === 0 ? "text-bright" : "text-muted"}`}
            >
              {place + 1}
            </span>
            <Silk number={number} color={color} size={34} />
            <span className="min-w-0 flex-1">
              <span className="block font-bold">
                <span className="sr-only">{number} </span>
                {name}
              </span>
              <span className="block text-sm text-muted">
                {paid === null ? t("noBets") : odds(paid)}
                {marked === id && ` · ${t("yourHorse")}`}
              </span>
            </span>
            <span translate="no" className="figure text-base">
              {place === 0 ? "" : `+${behind[number - 1]}`}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
