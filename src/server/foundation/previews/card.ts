import type { Theme } from "../../../domain/theme.ts";

/** The size at which links are shown almost everywhere, in px. */
export const CARD = { width: 1200, height: 630 } as const;

export interface Runner {
  readonly number: number;
  /** `#RRGGBB` */
  readonly color: string;
}

interface Figure {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
}

/** What a picture of a link says. All texts are drawable. */
export interface Card {
  readonly theme: Theme;
  /** The line above the heading. */
  readonly context: string;
  readonly heading: string;
  /** The silk that is shown large; null shows the logo. */
  readonly silk: Runner | null;
  /** At most two. */
  readonly figures: readonly Figure[];
  /** A sentence where there are no figures. */
  readonly sentence: string;
  /** From first to last if `isFinished`, else by their numbers. */
  readonly runners: readonly Runner[];
  readonly isFinished: boolean;
  /** About money that has no value; empty for real money. */
  readonly moneyNote: string;
  /** Without a scheme. */
  readonly link: string;
}
