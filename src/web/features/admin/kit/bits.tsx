import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import type { Lamports } from "../../../../domain/lamports.ts";
import { classNames } from "../../../foundation/ui/class-names.ts";
import { copyText } from "../../../foundation/ui/copy-button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { kitWords } from "./words.en.ts";

/** The leading characters of an address, an id or a signature that are shown. */
export const prefixOf = (text: string): string => (text.length <= 8 ? text : `${text.slice(0, 8)}…`);

/** The beginning of an address or an id, with a button that copies the whole. */
export function Prefix({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useWords(kitWords);
  return (
    <span className="relative z-1 inline-flex items-center gap-1 font-mono text-xs font-normal whitespace-nowrap">
      <span title={text}>{prefixOf(text)}</span>
      <button
        type="button"
        aria-label={`${t("copy")}: ${label} ${prefixOf(text)}`}
        onClick={() => void copyText(text, t("copied"))}
        className="relative grid size-6 place-items-center rounded-s text-muted before:absolute before:-inset-2.5 before:content-[''] hover:text-text"
      >
        <Copy aria-hidden size={13} />
      </button>
    </span>
  );
}

/** An amount; zero is muted. */
export function Sol({ amount, decimals = 4 }: { readonly amount: Lamports; readonly decimals?: number }) {
  const { sol } = useWords(kitWords);
  return <span className={amount === 0n ? "font-normal text-muted" : ""}>{sol(amount, decimals)}</span>;
}

const chipTones = {
  good: "border-good/50 text-good",
  warn: "border-warn/50 text-warn",
  bad: "border-bad/50 text-bad",
  info: "border-info/50 text-info",
  plain: "border-control text-muted",
} as const;
export type ChipTone = keyof typeof chipTones;

/** A state that changes. */
export function Chip({ tone, children }: { readonly tone: ChipTone; readonly children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 rounded-full border px-2 font-ui text-xs leading-5 font-bold whitespace-nowrap",
        chipTones[tone],
      )}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  );
}

/** Facts about something, by name. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-l tablet:grid-flow-col tablet:auto-cols-fr tablet:grid-cols-none">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0 border-hair px-4 py-3 tablet:border-l tablet:first:border-l-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd translate="no" className="figure text-lg break-words">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A switch at the end of a row that says what it is for. */
export function FlagRow({
  name,
  about,
  checked,
  disabled = false,
  onChange,
}: {
  readonly name: string;
  readonly about?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 py-1 has-disabled:cursor-not-allowed has-disabled:opacity-60">
      <span className="min-w-0">
        <span className="block font-bold">{name}</span>
        {about !== undefined && <span className="block text-xs text-muted">{about}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={name}
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="relative h-6 w-10 shrink-0 rounded-full border border-control transition not-forced-colors:appearance-none before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-muted before:transition-transform forced-colors:before:hidden before:content-[''] checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-ink"
      />
    </label>
  );
}
