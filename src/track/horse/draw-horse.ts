import { strokeLine, type Ctx } from "../ink.ts";
import { NECK_LENGTH, NECK_BASE, plus, TAIL_HEAD, turned, type LegName, type Point } from "./anatomy.ts";
import { bakeAtlas, place, type Atlas, type Part, type Stand } from "./atlas.ts";
import type { Look } from "./looks.ts";
import { BIT, head, neck } from "./paint-head.ts";
import { legParts, segmentNames, type LegPartName } from "./paint-legs.ts";
import { riderParts, type RiderPartName } from "./paint-rider.ts";
import { cloth, tail, trunk } from "./paint-trunk.ts";
import type { HorsePose } from "./pose.ts";
import type { RiderPose } from "./rider.ts";

const BEATS = 6;
type BeatName<Name extends string> = `${Name}.${0 | 1 | 2 | 3 | 4 | 5}`;
type PartName =
  | LegPartName
  | RiderPartName
  | "trunk"
  | "cloth"
  | "head"
  | BeatName<"neck">
  | BeatName<"tail">;

/** One horse with its rider, ready to be drawn in any pose. */
export interface HorsePictures {
  readonly look: Look;
  readonly body: Atlas<PartName>;
  /** Light around the parts; only where the horse is drawn as light. */
  readonly halo: Atlas<PartName> | null;
}

/** Paints a horse's parts. `scale` is pixels per unit at the largest size at which it will be drawn. */
export function bakeHorse(look: Look, scale: number, font: string): HorsePictures {
  const parts = {
    ...legParts(look),
    ...riderParts(look),
    trunk: trunk(look),
    cloth: cloth(look, font),
    head: head(look),
  } as Record<PartName, Part>;
  for (let beat = 0; beat < BEATS; beat += 1) {
    parts[`neck.${beat}` as PartName] = neck(look, beat / BEATS);
    parts[`tail.${beat}` as PartName] = tail(look, beat / BEATS);
  }
  return {
    look,
    body: bakeAtlas(parts, scale, null),
    halo: look.neon ? bakeAtlas(widened(parts), scale * 0.5, { color: look.color, blur: 5 }) : null,
  };
}

const HALO = 9;
/** The parts that glow: legs, tail and rider do not, since their edges are bright enough. */
const glows = /^(trunk|head|neck)/;

function widened(parts: Readonly<Record<PartName, Part>>): Partial<Record<PartName, Part>> {
  const wide: Partial<Record<PartName, Part>> = {};
  for (const [name, { box, paint }] of Object.entries(parts) as [PartName, Part][])
    if (glows.test(name))
      wide[name] = { box: [box[0] - HALO, box[1] - HALO, box[2] + HALO, box[3] + HALO], paint };
  return wide;
}

/** Draws a horse and its rider, far parts first. */
export function drawHorse(
  ctx: Ctx,
  { look, body, halo }: HorsePictures,
  horse: HorsePose,
  rider: RiderPose,
  stand: Stand,
): void {
  if (halo !== null) {
    ctx.globalAlpha = 0.6;
    drawParts(ctx, halo, horse, rider, stand);
    ctx.globalAlpha = 1;
  }
  drawParts(ctx, body, horse, rider, stand);
  ctx.setTransform(stand.scale, 0, 0, stand.scale, stand.x, stand.y);
  const bit = bitOf(horse);
  const { hand, reins } = rider;
  strokeLine(ctx, look.tack, 0.9, [
    [bit.x, bit.y],
    [(bit.x + reins.x) / 2, (bit.y + reins.y) / 2 + 3],
    [reins.x, reins.y],
  ]);
  if (rider.whip !== null)
    strokeLine(ctx, look.neon ? "#f4f1ff" : "#1b1411", 1.1, [
      [hand.x, hand.y],
      [rider.whip.x, rider.whip.y],
    ]);
}

const neckBaseOf = ({ root, pitch }: HorsePose): Point => plus(root, turned(NECK_BASE, pitch));
const pollOf = (horse: HorsePose): Point =>
  plus(neckBaseOf(horse), turned({ x: NECK_LENGTH, y: -0.5 }, horse.neck));
const bitOf = (horse: HorsePose): Point => plus(pollOf(horse), turned(BIT, horse.head));

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
/** Clockwise rotation that aligns a part hanging down with the line from one point to another. */
const hanging = (from: Point, to: Point): number => Math.atan2(from.x - to.x, to.y - from.y);

function drawParts(ctx: Ctx, atlas: Atlas<PartName>, horse: HorsePose, rider: RiderPose, stand: Stand): void {
  const { root, pitch, phase, effort } = horse;
  const draw = (name: PartName, at: Point, angle: number) => place(ctx, atlas, name, stand, at, angle);
  const beat = (shift: number) => Math.floor((((phase + shift) % 1) + 1) * BEATS) % BEATS;
  const tilt = -radians(pitch);
  drawLeg(draw, "farHind", horse);
  drawLeg(draw, "farFore", horse);
  draw("rider.farThigh", plus(rider.hip, { x: 2, y: -0.4 }), hanging(rider.hip, rider.knee) - 0.12);
  draw(
    `tail.${beat(0)}` as PartName,
    plus(root, turned(TAIL_HEAD, pitch)),
    tilt - radians((1 - effort) * 62),
  );
  draw("trunk", root, tilt);
  draw(`neck.${beat(0.3)}` as PartName, neckBaseOf(horse), -radians(horse.neck));
  draw("head", pollOf(horse), -radians(horse.head));
  drawLeg(draw, "nearHind", horse);
  drawLeg(draw, "nearFore", horse);
  draw("cloth", root, tilt);
  drawRider(draw, rider);
}

function drawLeg(
  draw: (name: PartName, at: Point, angle: number) => void,
  leg: LegName,
  { legs }: HorsePose,
): void {
  const joints = legs[leg];
  // From the hoof up, so that the thicker part covers the joint.
  for (let index = segmentNames.length - 1; index >= 0; index -= 1) {
    const [from, to, name] = [joints[index], joints[index + 1], segmentNames[index]];
    if (from !== undefined && to !== undefined && name !== undefined)
      draw(`${leg}.${name}`, from, hanging(from, to));
  }
}

function drawRider(draw: (name: PartName, at: Point, angle: number) => void, rider: RiderPose): void {
  const { hip, shoulder, knee, ankle, elbow, hand, reins, farElbow, head: skull, look } = rider;
  // One arm is in front of the other unless it is raised.
  if (hand.y < reins.y) {
    draw("rider.forearm", farElbow, hanging(farElbow, reins));
    draw("rider.upperArm", shoulder, hanging(shoulder, farElbow));
  }
  draw("rider.boot", knee, hanging(knee, ankle));
  draw("rider.thigh", hip, hanging(hip, knee));
  draw("rider.head", skull, -radians(look));
  draw("rider.back", hip, Math.atan2(shoulder.y - hip.y, shoulder.x - hip.x));
  draw("rider.forearm", elbow, hanging(elbow, hand));
  draw("rider.upperArm", shoulder, hanging(shoulder, elbow));
}
