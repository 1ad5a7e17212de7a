/** Two channels of the same length, at {@link RATE}. */
export type Stereo = readonly [left: Float32Array, right: Float32Array];

/** The recommendation specifies its filters for this many samples per second. */
export const RATE = 48_000;

const BLOCK = 0.4 * RATE;
const HOP = 0.1 * RATE;
const ABSOLUTE_GATE = -70;
const RELATIVE_GATE = -10;

/**
 * The K-weighting of ITU-R BS.1770-5, annex 1, tables 1 and 2: the effect of the head, then the ear's insensitivity to
 * low notes.
 */
const stages = [
  { b: [1.53512485958697, -2.69169618940638, 1.19839281085285], a: [-1.69065929318241, 0.73248077421585] },
  { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] },
] as const;

function weighted(samples: Float32Array): Float64Array {
  let signal = Float64Array.from(samples);
  for (const {
    b: [b0, b1, b2],
    a: [a1, a2],
  } of stages) {
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    signal = signal.map((x) => {
      const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
      [x2, x1, y2, y1] = [x1, x, y1, y];
      return y;
    });
  }
  return signal;
}

/** The power of blocks of 400 ms that overlap by three quarters; both channels together. */
function blockPowers(channels: Stereo): number[] {
  const hops = Math.floor(channels[0].length / HOP);
  const squares = new Float64Array(hops);
  for (const signal of channels.map(weighted)) {
    for (let index = 0; index < hops * HOP; index += 1) {
      const sample = signal[index] ?? 0;
      const hop = Math.floor(index / HOP);
      squares[hop] = (squares[hop] ?? 0) + sample * sample;
    }
  }
  const inBlock = BLOCK / HOP;
  return Array.from({ length: Math.max(0, hops - inBlock + 1) }, (_, from) => {
    const sum = squares.subarray(from, from + inBlock).reduce((all, square) => all + square, 0);
    return sum / BLOCK;
  });
}

const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);
const mean = (powers: readonly number[]): number =>
  powers.reduce((sum, power) => sum + power, 0) / Math.max(1, powers.length);

/** Integrated loudness in LUFS: of the blocks that are audible at all, those not 10 LU below their mean. */
export function integratedLoudness(channels: Stereo): number {
  const heard = blockPowers(channels).filter((power) => loudnessOf(power) > ABSOLUTE_GATE);
  const gate = loudnessOf(mean(heard)) + RELATIVE_GATE;
  return loudnessOf(mean(heard.filter((power) => loudnessOf(power) > gate)));
}

const REACH = 12;

/** A windowed sinc at a quarter, a half and three quarters of the way from one sample to the next. */
const betweenSamples = [0.25, 0.5, 0.75].map((part) =>
  Array.from({ length: 2 * REACH }, (_, tap) => {
    const away = tap + 1 - REACH - part;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * away) / (REACH + 1));
    return (Math.sin(Math.PI * away) / (Math.PI * away)) * window;
  }),
);

/** True peak in dBTP: the highest point of the curve through the samples, at four times their rate (annex 2). */
export function truePeak(channels: Stereo): number {
  let highest = 0;
  for (const samples of channels) {
    const level = (index: number) => Math.abs(samples[index] ?? 0);
    const most = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    highest = Math.max(highest, most);
    for (let index = 0; index < samples.length; index += 1) {
      // There is no peak between two low samples.
      if (Math.max(level(index), level(index + 1)) < most / 2) continue;
      for (const taps of betweenSamples) {
        const sum = taps.reduce(
          (all, weight, tap) => all + weight * (samples[index + tap + 1 - REACH] ?? 0),
          0,
        );
        highest = Math.max(highest, Math.abs(sum));
      }
    }
  }
  return 20 * Math.log10(highest);
}
