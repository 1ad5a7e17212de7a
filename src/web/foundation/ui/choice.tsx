import { classNames } from "./class-names.ts";

interface ChoiceProps {
  /** The same for all of a group, in which the arrow keys move. */
  readonly name: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** One of several, as a tile. */
export function Choice({ name, label, isChosen, onChoose }: ChoiceProps) {
  return (
    <label
      className={classNames(
        "relative flex min-h-11 cursor-pointer items-center justify-center rounded-m border px-1 text-center text-sm font-bold has-focus-visible:outline-2 has-focus-visible:outline-focus",
        isChosen ? "border-accent bg-selected text-bright" : "border-control bg-raised/80",
      )}
    >
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="sr-only" />
      {label}
    </label>
  );
}
