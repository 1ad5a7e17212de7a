/** A frame is late when it comes after this many of the usual gaps. */
const LATE_GAPS = 1.6;
const REST_MS = 300;
/** Weight of a new gap: screens of 30 and 120 frames per second are recognised after a second or two. */
const NEW = 0.05;

/**
 * Observes frames and answers at each, in ms of any steady clock, whether there is time for more than the race: not for
 * a while after a late frame.
 */
export function createPace(): (at: number) => boolean {
  let last = Number.NaN;
  let usual = 1000 / 60;
  let restUntil = Number.NEGATIVE_INFINITY;
  return (at) => {
    const gap = at - last;
    last = at;
    if (Number.isNaN(gap)) return true;
    if (gap > usual * LATE_GAPS) restUntil = at + REST_MS;
    usual += (Math.min(gap, 100) - usual) * NEW;
    return at >= restUntil;
  };
}
