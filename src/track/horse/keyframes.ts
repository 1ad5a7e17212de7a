/** Values at moments of a movement: the moment comes first. A cyclic movement closes from the last to the first. */
export type Keys = readonly (readonly [at: number, ...values: number[]])[];

/**
 * The values of a movement at a moment between 0 and 1, on a Catmull-Rom curve through its keys. Keys may be unevenly
 * spaced. At both ends the curve runs straight.
 */
export function valuesAt(keys: Keys, at: number): number[] {
  const last = keys.length - 1;
  let index = 1;
  while (index < last && (keys[index]?.[0] ?? 1) <= at) index += 1;
  const [from, to] = [keys[index - 1] ?? NONE, keys[index] ?? NONE];
  const [before, after] = [keys[index - 2] ?? from, keys[index + 1] ?? to];
  const span = to[0] - from[0];
  const t = Math.min(1, Math.max(0, (at - from[0]) / span));
  const values: number[] = [];
  for (let column = 1; column < from.length; column += 1) {
    const [start, end] = [from[column] ?? 0, to[column] ?? 0];
    const startSlope = ((end - (before[column] ?? 0)) / (to[0] - before[0])) * span;
    const endSlope = (((after[column] ?? 0) - start) / (after[0] - from[0])) * span;
    values.push(hermite(t, start, startSlope, end, endSlope));
  }
  return values;
}

const NONE: Keys[number] = [0];

function hermite(t: number, start: number, startSlope: number, end: number, endSlope: number): number {
  const [t2, t3] = [t * t, t * t * t];
  return (
    (2 * t3 - 3 * t2 + 1) * start +
    (t3 - 2 * t2 + t) * startSlope +
    (3 * t2 - 2 * t3) * end +
    (t3 - t2) * endSlope
  );
}
