import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

const looks = {
  primary: "primary-fill min-h-[54px] px-6 text-lg font-bold hover:brightness-105 active:brightness-95",
  secondary:
    "min-h-11 border border-control bg-raised/80 px-4 text-base font-bold text-text hover:border-accent hover:bg-raised",
  quiet: "min-h-11 px-3 text-base font-bold text-muted hover:text-text",
  danger: "min-h-11 border border-bad/70 bg-raised/80 px-4 text-base font-bold text-bad hover:border-bad",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: keyof typeof looks;
}

/** Targets are at least 44 px high, the primary one 54. A pressed button (`aria-pressed`) is shown as pressed. */
export function Button({ look = "secondary", className, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(
        "inline-flex shrink-0 items-center justify-center gap-2 rounded-m transition duration-(--hover-ms) select-none disabled:cursor-not-allowed disabled:opacity-55 disabled:saturate-50",
        looks[look],
        rest["aria-pressed"] === true && "border-accent! bg-selected! text-bright!",
        className,
      )}
      {...rest}
    />
  );
}
