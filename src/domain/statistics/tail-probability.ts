/*
 * How likely something at least as unusual is. Both come from the regularised incomplete gamma function, to about
 * twelve digits, by its series below its middle and its continued fraction above (NIST DLMF 8.7.1 and 8.9.2).
 */

const MAX_TERMS = 10_000;
const ENOUGH = 1e-15;

/** The logarithm of Γ(a) for a half or a whole number above zero. */
function logGamma(a: number): number {
  let log = Number.isInteger(a) ? 0 : Math.log(Math.PI) / 2;
  for (let factor = Number.isInteger(a) ? 1 : 0.5; factor < a; factor += 1) log += Math.log(factor);
  return log;
}

/** Q(a, x), the share of the gamma distribution with shape `a`, a half or a whole number, that lies above x. */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - scale * series(a, x) : scale * continuedFraction(a, x);
}

function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < MAX_TERMS && term > sum * ENOUGH; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** By Lentz's method: each step multiplies by what the next part of the fraction changes. */
function continuedFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = Number.MAX_VALUE;
  let d = 1 / b;
  let value = d;
  for (let n = 1; n < MAX_TERMS; n += 1) {
    const part = n * (a - n);
    b += 2;
    d = 1 / (b + part * d);
    c = b + part / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < ENOUGH) break;
  }
  return value;
}

/**
 * The chance that a chi-square variable with this many degrees of freedom is at least `statistic`.
 *
 * @example chiSquareTail(11.070, 5) // 0.05, the critical value of the published tables
 */
export const chiSquareTail = (statistic: number, degrees: number): number =>
  upperGamma(degrees / 2, statistic / 2);

/**
 * The chance that a normal variable is at least this many standard deviations from its mean, on either side.
 *
 * @example normalTails(1.959964) // 0.05
 */
export const normalTails = (deviations: number): number => upperGamma(0.5, (deviations * deviations) / 2);
