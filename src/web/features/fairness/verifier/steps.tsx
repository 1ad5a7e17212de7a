import { MAX_VALUE, sha256Hex, type FairnessTrace } from "../../../../domain/fairness.ts";
import { HORSE_COUNT } from "../../../../domain/horse-count.ts";
import type { ReactNode } from "react";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { verifierWords } from "./words.en.ts";

interface StepsProps {
  readonly trace: FairnessTrace;
  readonly places: readonly number[];
  /** Race id and final nonce, as they appear in the text that shuffles the places. */
  readonly raceId: string;
  readonly nonce: string;
}

/** Every step from the three texts to the finishing order, with the real numbers (rule FAIR-31). */
export function Steps({ trace, places, raceId, nonce }: StepsProps) {
  const { t } = useWords(verifierWords);
  const { combined, counter, usedValue, winner } = trace;
  const quotient = Math.floor(usedValue / HORSE_COUNT);
  return (
    <ol className="flex flex-col" data-testid="steps">
      <Step at={1} name={t("joinStep")}>
        <Named name={t("combined")}>
          <Mono>{combined}</Mono>
        </Named>
      </Step>
      <Step at={2} name={t("hashStep")}>
        <Rehashes trace={trace} />
        <Named name={t("hash")}>
          {counter > 0 && <Mono className="text-muted">{`${combined}:${counter} → `}</Mono>}
          <Mono>{trace.hash}</Mono>
        </Named>
      </Step>
      <Step at={3} name={t("splitStep")}>
        <Named name={t("maxValue")} about={t("maxValueAbout")}>
          <Mono>{String(MAX_VALUE)}</Mono>
        </Named>
        <Chunks trace={trace} />
        <div className="grid gap-3 tablet:grid-cols-2">
          <Named name={t("usedChunk")}>
            <Mono>{trace.usedChunk}</Mono>
          </Named>
          <Named name={t("chunkIndex")} about={t("chunkIndexFromZero")}>
            <Mono>{String(trace.chunkIndex)}</Mono>
          </Named>
        </div>
      </Step>
      <Step at={4} name={t("divisionStep")}>
        <Named name={t("usedValue")}>
          <Mono>{`${usedValue} = ${HORSE_COUNT} × ${quotient} + ${usedValue % HORSE_COUNT}`}</Mono>
        </Named>
      </Step>
      <Step at={5} name={t("winnerStep")}>
        <div className="flex items-center justify-between rounded-m border border-accent bg-selected px-4 py-3">
          <span className="font-bold">{t("winningHorseNumber")}</span>
          <span className="flex items-baseline gap-3">
            <Mono className="text-muted">{`${usedValue % HORSE_COUNT} + 1 =`}</Mono>
            <span translate="no" className="figure text-xl text-bright" data-testid="winning-horse">
              {winner}
            </span>
          </span>
        </div>
      </Step>
      <Step at={6} name={t("placesStep")} isLast>
        <p className="text-sm text-muted">{t("placesStepAbout")}</p>
        <Mono>{`places|${raceId}|${nonce}`}</Mono>
        <ol className="flex flex-wrap gap-2" data-testid="places">
          {places.map((number, at) => (
            <li
              key={number}
              className="flex items-baseline gap-1.5 rounded-m border border-divider bg-bg/60 px-2.5 py-1"
            >
              <span className="text-xs text-muted">{at + 1}.</span>
              <span translate="no" className="figure text-lg">
                {number}
              </span>
            </li>
          ))}
        </ol>
      </Step>
    </ol>
  );
}

/** Each hash before the deciding one, with every chunk rejected (rule FAIR-3). */
function Rehashes({ trace: { combined, counter } }: { readonly trace: FairnessTrace }) {
  const { t } = useWords(verifierWords);
  if (counter === 0) return null;
  const rehashes = Math.min(counter, MAX_REHASHES);
  return (
    <Named name={t("refusedHash")}>
      <ol className="flex flex-col gap-2">
        {Array.from({ length: rehashes }, (_, at) => {
          const text = at === 0 ? combined : `${combined}:${at}`;
          return (
            <li key={text} className="flex flex-col gap-0.5">
              <span className="text-sm break-all text-warn">{t("hashRefused", { text })}</span>
              <Mono>{sha256Hex(text)}</Mono>
            </li>
          );
        })}
        {rehashes < counter && <li>{`… ${counter}`}</li>}
      </ol>
    </Named>
  );
}

const MAX_REHASHES = 3;

/** The eight chunks of the deciding hash, each with its result. */
function Chunks({ trace: { chunks, chunkIndex } }: { readonly trace: FairnessTrace }) {
  const { t } = useWords(verifierWords);
  return (
    <ol className="grid grid-cols-2 gap-2 tablet:grid-cols-4">
      {chunks.map((chunk, at) => {
        const isUsed = at === chunkIndex;
        const isRefused = Number.parseInt(chunk, 16) >= MAX_VALUE;
        return (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- a chunk has no identity other than its place in the hash
            key={at}
            data-used={isUsed}
            className={classNames(
              "flex flex-col rounded-m border px-2.5 py-1.5",
              isUsed ? "border-accent bg-selected" : "border-divider",
              isRefused && "border-bad/60",
            )}
          >
            <Mono className={isUsed ? "text-base text-bright" : "text-base"}>{chunk}</Mono>
            <Mono className="text-muted">
              <span className="sr-only">{`${t("chunkAsNumber")} `}</span>
              {String(Number.parseInt(chunk, 16))}
            </Mono>
            <span className={classNames("text-xs", verdictLook(isUsed, isRefused))}>
              {t(isUsed ? "chunkAccepted" : isRefused ? "chunkRefused" : "chunkUnused")}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function verdictLook(isUsed: boolean, isRefused: boolean): string {
  if (isUsed) return "font-bold text-accent";
  return isRefused ? "text-bad" : "text-muted";
}

interface StepProps {
  readonly at: number;
  readonly name: string;
  readonly isLast?: boolean;
  readonly children: ReactNode;
}

function Step({ at, name, isLast = false, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
      <div aria-hidden className="flex flex-col items-center">
        <span
          translate="no"
          className="figure grid size-7 shrink-0 place-items-center rounded-full border border-accent text-base text-bright"
        >
          {at}
        </span>
        {!isLast && <span className="w-px grow bg-divider" />}
      </div>
      <div className={classNames("flex min-w-0 flex-col gap-2.5 pt-0.5", !isLast && "pb-5")}>
        <h3 className="text-base text-bright">{name}</h3>
        {children}
      </div>
    </li>
  );
}

interface NamedProps {
  readonly name: string;
  readonly about?: string;
  readonly children: ReactNode;
}

/** A value under its name in the specification of the algorithm. */
const Named = ({ name, about, children }: NamedProps) => (
  <div className="flex min-w-0 flex-col gap-0.5">
    <span className="text-sm text-muted">{name}</span>
    <div>{children}</div>
    {about !== undefined && <span className="text-xs text-muted">{about}</span>}
  </div>
);

interface MonoProps {
  readonly className?: string;
  readonly children: ReactNode;
}

const Mono = ({ className = "", children }: MonoProps) => (
  <code className={`font-mono text-xs break-all ${className}`}>{children}</code>
);
