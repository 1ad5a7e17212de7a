interface ProgressBarProps {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The accent if absent. */
  readonly color?: string;
  readonly className?: string;
}

/** How much of something is done. */
export function ProgressBar({
  label,
  value,
  max,
  color = "var(--accent)",
  className = "",
}: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={max}
      style={{ color }}
      className={`progress-bar h-2 overflow-hidden rounded-full ${className}`}
    />
  );
}
