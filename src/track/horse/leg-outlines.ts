/** Half widths along a segment that hangs down from its joint: how far down as a part of its length, front, back. */
export type Outline = readonly (readonly [down: number, front: number, back: number])[];

export const thigh: Outline = [
  [-0.42, 9, 11],
  [-0.1, 13.6, 14],
  [0.3, 14.2, 13.6],
  [0.7, 11.4, 11],
  [1, 9, 8.6],
  [1.22, 5.5, 5.6],
];
export const gaskin: Outline = [
  [-0.2, 6, 5.6],
  [0, 8.4, 8.6],
  [0.2, 8, 9],
  [0.5, 5.4, 6.2],
  [0.78, 3.5, 4.2],
  [0.93, 3.4, 4.9],
  [1.07, 3, 3.4],
];
export const hindCannon: Outline = [
  [-0.12, 3, 4],
  [0.04, 3.4, 4],
  [0.25, 2.5, 3],
  [0.6, 2.1, 2.5],
  [0.86, 2.3, 2.7],
  [1, 2.6, 3],
  [1.1, 2, 2.4],
];
export const arm: Outline = [
  [-0.3, 7, 6],
  [0, 8.6, 8.2],
  [0.4, 8.6, 8.4],
  [0.8, 7, 7.4],
  [1.05, 6.4, 6.4],
  [1.25, 4, 4],
];
export const forearm: Outline = [
  [-0.2, 4.6, 5],
  [0, 6.6, 7],
  [0.2, 6.4, 6.6],
  [0.5, 4.6, 4.6],
  [0.82, 3.2, 3.2],
  [0.97, 3.5, 3.2],
  [1.08, 3, 2.6],
];
export const foreCannon: Outline = [
  [-0.15, 3, 2.8],
  [0, 3.5, 3.2],
  [0.2, 2.4, 2.7],
  [0.6, 2, 2.4],
  [0.84, 2.2, 2.6],
  [1, 2.5, 2.9],
  [1.12, 2, 2.3],
];
export const pastern: Outline = [
  [-0.25, 2.2, 2.4],
  [0, 2.6, 2.8],
  [0.5, 2.2, 2.3],
  [0.85, 2.5, 2.6],
  [1.12, 2.4, 2.5],
];
