import { X } from "lucide-react";
import { classNames } from "./class-names.ts";

interface CloseButtonProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly className?: string;
}

/** The cross at the top right. */
export const CloseButton = ({ label, onClick, className }: CloseButtonProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className={classNames(
      "grid size-11 shrink-0 place-items-center rounded-m text-muted hover:text-text",
      className,
    )}
  >
    <X aria-hidden size={20} />
  </button>
);
