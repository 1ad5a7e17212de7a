/** A race has exactly six horses, numbered from 1 (rule FAIR-5). */
export const HORSE_COUNT = 6;

export const lanes: readonly number[] = Array.from({ length: HORSE_COUNT }, (_, at) => at + 1);
