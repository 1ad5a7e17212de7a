import { classNames } from "../ui/class-names.ts";

interface UnreadBadgeProps {
  readonly count: number;
  readonly className?: string;
}

/** How much is new, for the eye; whoever shows it says it too. */
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
