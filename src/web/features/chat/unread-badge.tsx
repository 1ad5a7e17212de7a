import { classNames } from "../../foundation/ui/class-names.ts";

interface UnreadBadgeProps {
  readonly count: number;
  readonly className?: string;
}

/** How many messages are new, for the eye; the component that shows it also says it in text. */
export function UnreadBadge({ count, className }: UnreadBadgeProps) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className={classNames(
        "grid min-h-5 min-w-5 place-items-center rounded-full bg-live px-1 text-xs font-bold text-white",
        className,
      )}
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}
