import { patternOf, type SilkPattern } from "../../domain/silk-pattern.ts";

/** Colours of a horse and its rider in one theme. */
export interface Look {
  readonly number: number;
  readonly color: string;
  /** Drawn as light instead of hair. */
  readonly neon: boolean;
  readonly coat: string;
  readonly dark: string;
  readonly lite: string;
  /** Legs on the far side. */
  readonly far: string;
  readonly shadow: string;
  readonly highlight: string;
  /** Lower legs, nose: where the coat darkens. */
  readonly points: string;
  readonly mane: string;
  readonly tack: string;
  readonly hoof: string;
  readonly blaze: boolean;
  /** White on the pastern of each leg. */
  readonly socks: {
    readonly nearHind: boolean;
    readonly nearFore: boolean;
    readonly farHind: boolean;
    readonly farFore: boolean;
  };
  readonly pattern: SilkPattern;
  readonly second: string;
  readonly cap: string;
  readonly breeches: string;
  readonly boot: string;
  readonly cloth: string;
  readonly clothText: string;
}

/** The rider's part of the look, the same in every theme. */
export function silkOf(
  number: number,
  color: string,
): Pick<Look, "number" | "color" | "pattern" | "second" | "cap"> {
  const { name, second, cap } = patternOf(number);
  return { number, color, pattern: name, second, cap };
}
