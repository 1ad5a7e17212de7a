import { drawBoards, drawDistancePosts } from "./course/boards.ts";
import { drawConfetti, drawWinnersLight } from "./course/celebration.ts";
import { drawCrowd } from "./course/crowd.ts";
import { drawDust, drawShadow } from "./course/dust.ts";
import { drawFinishLine, drawNearPost, drawPhotoFinish } from "./course/finish.ts";
import { drawGate } from "./course/gate.ts";
import { drawGround, drawLaneLight } from "./course/ground.ts";
import { drawMarker } from "./course/marker.ts";
import { drawStrip, stripX } from "./course/strip.ts";
import { laneGround } from "./geometry.ts";
import { drawHorse } from "./horse/draw-horse.ts";
import type { Ctx } from "./ink.ts";
import { LANES } from "./lanes.ts";
import type { Course, Moment } from "./moment.ts";
import { originX } from "./runners.ts";
import type { Stage } from "./stage.ts";
import { courseX, drawInCssPixels, type View } from "./view.ts";

/** Draws one picture of the race, from far to near. */
export function drawMoment(ctx: Ctx, stage: Stage, course: Course, moment: Moment): void {
  const { geometry, palette, ratio, scenery } = stage;
  const view: View = { geometry, shift: moment.shift, ratio };
  const { finishDistance, margin } = course;
  ctx.letterSpacing = "0px";
  drawBackdrop(ctx, stage, view, moment);
  drawGround(ctx, view, scenery, stage.ground);
  drawLaneLight(ctx, view, stage.laneLights, markedLane(course));
  drawBoards(ctx, view, stage.boards);
  scenery.farRail(ctx, view);
  drawDistancePosts(ctx, view, palette, finishDistance);
  drawFinishLine(ctx, view, palette, stage.finish, finishDistance);
  for (let lane = 0; lane < LANES; lane += 1) {
    drawGate(ctx, view, palette, lane, moment.elapsedMs);
    drawRunner(ctx, stage, course, moment, view, lane);
  }
  drawGate(ctx, view, palette, LANES, moment.elapsedMs);
  drawNearPost(ctx, view, palette, finishDistance);
  scenery.nearRail(ctx, view);
  drawConfetti(
    ctx,
    view,
    palette,
    moment.sinceFinishMs,
    course.winner === null ? null : (course.state.horses[course.winner]?.color ?? null),
  );
  drawInCssPixels(ctx, view);
  drawPhotoFinish(ctx, view, palette, { finishDistance, margin, sinceMs: moment.sinceFinishMs });
}

function drawBackdrop(ctx: Ctx, stage: Stage, view: View, { excitement, seconds, running }: Moment): void {
  const { geometry, stands } = stage;
  drawInCssPixels(ctx, view);
  ctx.drawImage(stage.sky, 0, 0, geometry.width, geometry.groundTop + 6);
  for (const strip of stage.backdrops) drawStrip(ctx, view, strip);
  drawStrip(ctx, view, stands.strip);
  const left = stripX(stands.strip, view.shift);
  const mean = running.reduce((sum, { position }) => sum + position, 0) / Math.max(1, running.length);
  const at = courseX(view, mean, geometry.groundTop);
  drawCrowd(ctx, stage.crowds, stands.rows, left, view, { at, width: geometry.width, excitement, seconds });
  stage.scenery.flags?.(ctx, left, stands.strip.width, geometry, seconds);
  if (stage.hedge !== null) drawStrip(ctx, view, stage.hedge);
}

function drawRunner(ctx: Ctx, stage: Stage, course: Course, moment: Moment, view: View, lane: number): void {
  const [running, pictures, dust] = [moment.running[lane], stage.horses[lane], stage.dust[lane]];
  if (running === undefined || pictures === undefined || dust === undefined) return;
  const { runner, run, horse, rider, position } = running;
  const y = laneGround(view.geometry, lane);
  const nose = courseX(view, position, y);
  const stand = {
    scale: runner.scale * view.ratio,
    x: originX(runner, run, nose) * view.ratio,
    y: y * view.ratio,
  };
  const onScreen = nose > -runner.scale * 60 && nose < view.geometry.width + runner.scale * 220;
  if (onScreen) {
    if (lane === course.winner)
      drawWinnersLight(ctx, stage.palette, horse.root.x, stand, moment.sinceFinishMs);
    drawShadow(ctx, dust, horse.root.x, -horse.root.y, stand);
    if (lane === markedLane(course)) drawMarker(ctx, stage.palette.accent, horse.root.x, stand);
    if (dust.trail !== null) stage.scenery.trail?.draw(ctx, dust.trail, horse.root.x, stand, horse.effort);
  }
  if (onScreen) drawHorse(ctx, pictures, horse, rider, stand);
  drawDust(ctx, stage.scenery, dust, runner.gait, lane, run, stand, horse.effort);
}

/** The lane of the player's horse; -1 when there is none. */
const markedLane = ({ state }: Course): number =>
  state.horses.findIndex(({ number }) => number === state.marked);
