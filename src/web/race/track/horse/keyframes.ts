/** Values at moments of a movement: the moment first. A movement that is a circle closes from the last to the first. */
export type Keys = readonly (readonly [at: number, ...values: number[]])[];

/**
 * The values of a movement at a moment between 0 and 1, on a Catmull-Rom curve through its keys. Keys may stand at
 * uneven moments. At both ends the curve runs straight.
 */
export function valuesAt(keys: Keys, at: number): number[] {
  let index = keys.findIndex(([moment]) => moment > at);
  if (index === -1) index = keys.length - 1;
  index = Math.max(1, index);
  const key = (offset: number) => keys[Math.min(keys.length - 1, Math.max(0, index + offset))] ?? [0];
  const [before, from, to, after] = [key(-2), key(-1), key(0), key(1)];
  const span = to[0] - from[0];
  const t = Math.min(1, Math.max(0, (at - from[0]) / span));
  return from.slice(1).map((start, column) => {
    const end = to[column + 1] ?? start;
    const tangent = (a: typeof from, b: typeof from) =>
      (((b[column + 1] ?? 0) - (a[column + 1] ?? 0)) / (b[0] - a[0])) * span;
    return hermite(t, start, tangent(before, to), end, tangent(from, after));
  });
}

function hermite(t: number, start: number, startSlope: number, end: number, endSlope: number): number {
  const [t2, t3] = [t * t, t * t * t];
  return (
    (2 * t3 - 3 * t2 + 1) * start +
    (t3 - 2 * t2 + t) * startSlope +
    (3 * t2 - 2 * t3) * end +
    (t3 - t2) * endSlope
  );
}
