/** The sounds: the hooves of the whole field, the gate, the bell at the line, and the crowd. */
export type SoundKind = "hoof" | "gate" | "bell" | "crowd";

/** The reference for all levels, by ITU-R BS.1770: as loud as broadcasts are (EBU R 128). */
const COMMON_LUFS = -23;

interface Level {
  /** Integrated loudness at its loudest, as it comes out of a pair of loudspeakers. */
  readonly lufs: number;
  /** The gain that brings the sound to that loudness. */
  readonly gain: number;
}

/**
 * How loud each sound is. One-time sounds stand out from the hooves, the crowd stays behind them. A test
 * measures the sounds: after changing one, adjust its gain until it has the loudness given here again. Peaks stay below
 * −1 dBFS.
 */
export const LEVELS: Readonly<Record<SoundKind, Level>> = {
  hoof: { lufs: COMMON_LUFS, gain: 0.263 },
  gate: { lufs: COMMON_LUFS + 2, gain: 0.634 },
  bell: { lufs: COMMON_LUFS + 2, gain: 0.697 },
  crowd: { lufs: COMMON_LUFS - 3, gain: 0.4 },
};
