import type { Lamports } from "../../../domain/lamports.ts";
import { formatSol } from "../../../domain/sol-amount.ts";
import { classNames } from "../../foundation/ui/class-names.ts";
import { useWords } from "../../foundation/words/use-words.ts";
import { betWords } from "./words.en.ts";

interface PresetButtonsProps {
  readonly presets: readonly Lamports[];
  /** The amount in the field, whose button is shown as pressed; null while there is none. */
  readonly chosen: Lamports | null;
  readonly disabled: boolean;
  readonly onChoose: (typed: string) => void;
}

/** The player's quick amounts as a row of buttons, which fill in a field. */
export function PresetButtons({ presets, chosen, disabled, onChoose }: PresetButtonsProps) {
  const { sol } = useWords(betWords);
  return presets.map((preset, index) => (
    <button
      // oxlint-disable-next-line react/no-array-index-key -- two presets may hold the same amount
      key={index}
      type="button"
      disabled={disabled}
      aria-pressed={preset === chosen}
      onClick={() => onChoose(formatSol(preset))}
      className={classNames(
        "min-h-11 flex-1 rounded-m border font-bold transition duration-(--hover-ms) disabled:opacity-55 bg-raised/80",
        preset === chosen ? "border-accent bg-selected text-bright" : "border-control hover:border-accent",
      )}
    >
      {sol(preset)}
    </button>
  ));
}
