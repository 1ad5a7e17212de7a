import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const tones = {
  plain: "border-control text-muted",
  accent: "border-accent/55 bg-selected text-bright",
  good: "border-good/55 text-good",
  info: "border-info/55 text-info",
} as const;

/** What something is, in a word. */
export function Tag({
  tone = "plain",
  children,
}: {
  readonly tone?: keyof typeof tones;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        "inline-flex max-w-full shrink-0 items-center truncate rounded-s border px-1.5 text-xs leading-5 font-bold whitespace-nowrap",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
