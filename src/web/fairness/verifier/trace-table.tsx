import type { ReactNode } from "react";
import type { FairnessTrace } from "../../../domain/fairness.ts";
import { classNames } from "../../ui/class-names.ts";
import { useWords } from "../../words/use-words.ts";
import { verifierWords } from "./words.en.ts";

/** Every step from the combined text to the winner. */
export function TraceTable({ trace }: { readonly trace: FairnessTrace }) {
  const { t } = useWords(verifierWords);
  const { combined, counter, hash, maxValue, chunks, chunkIndex, usedChunk, usedValue, winner } = trace;
  return (
    <dl className="grid grid-cols-2 gap-3 text-sm tablet:grid-cols-4">
      <Step name={t("combined")} whole>
        <code className="font-mono text-xs break-all">
          {counter === 0 ? combined : `${combined}:${counter}`}
        </code>
      </Step>
      <Step name={t("hash")} whole>
        <code className="font-mono text-xs break-all">
          {chunks.map((chunk, index) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- a chunk has no identity but its place in the hash
              key={index}
              className={classNames(index === chunkIndex && "rounded-s bg-accent px-0.5 text-ink")}
            >
              {chunk}
            </span>
          ))}
        </code>
        <span className="sr-only">{hash}</span>
      </Step>
      <Step name={t("maxValue")}>{maxValue}</Step>
      <Step name={t("usedChunk")}>
        <code className="font-mono">{usedChunk}</code>
      </Step>
      <Step name={t("usedValue")}>{usedValue}</Step>
      <Step name={t("chunkIndex")}>{chunkIndex}</Step>
      <div className="col-span-full flex items-center justify-between rounded-m border border-accent bg-selected p-3">
        <dt className="font-bold">{t("winningHorse")}</dt>
        <dd className="figure text-xl text-bright" data-testid="winning-horse">
          {winner}
        </dd>
      </div>
    </dl>
  );
}

interface StepProps {
  readonly name: string;
  /** Takes the whole width. */
  readonly whole?: boolean;
  readonly children: ReactNode;
}

function Step({ name, whole = false, children }: StepProps) {
  return (
    <div className={whole ? "col-span-full" : ""}>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
