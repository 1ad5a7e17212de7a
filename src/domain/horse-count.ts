/** A race has exactly six horses, numbered from 1 (rule FAIR-5). */
export const HORSE_COUNT = 6;
