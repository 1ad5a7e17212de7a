import { useId } from "react";
import { useWords } from "../../../foundation/words/use-words.ts";
import { verifierWords } from "./words.en.ts";

const stages = [
  "diagramBefore",
  "diagramBetting",
  "diagramClose",
  "diagramOutcome",
  "diagramReveal",
] as const;
const lanes = ["diagramHouse", "diagramPlayers", "diagramSolana"] as const;

type Cell = readonly [stage: number, lane: number];

const boxes = [
  { at: [0, 0], text: "diagramSeed" },
  { at: [0, 2], text: "diagramCommitment" },
  { at: [1, 1], text: "diagramBets" },
  { at: [1, 2], text: "diagramPayments" },
  { at: [2, 2], text: "diagramBlock", isMarked: true },
  { at: [3, 0], text: "diagramWinner", isMarked: true },
  { at: [4, 0], text: "diagramSeedShown" },
  { at: [4, 1], text: "diagramCheck" },
  { at: [4, 2], text: "diagramResult" },
] as const satisfies readonly { readonly at: Cell; readonly text: string; readonly isMarked?: boolean }[];

/**
 * From the middle of one box to that of another; `bend` goes first along the stages, otherwise first across the lanes.
 */
const arrows: readonly { readonly from: Cell; readonly to: Cell; readonly bend?: boolean }[] = [
  { from: [0, 0], to: [0, 2] },
  { from: [0, 0], to: [3, 0] },
  { from: [1, 1], to: [1, 2] },
  { from: [2, 2], to: [3, 0], bend: true },
  { from: [3, 0], to: [4, 0] },
  { from: [4, 0], to: [4, 1] },
  { from: [4, 2], to: [4, 1] },
];

/** Positions in a drawing: time runs across on a wide screen, down on a phone. */
interface Layout {
  readonly width: number;
  readonly height: number;
  readonly box: { readonly width: number; readonly height: number };
  readonly fontSize: number;
  /** The middle of a place. */
  readonly middle: (place: Cell) => readonly [x: number, y: number];
  readonly stageLabel: (stage: number) => readonly [x: number, y: number];
  readonly laneLabel: (lane: number) => readonly [x: number, y: number];
  readonly band: (stage: number) => { x: number; y: number; width: number; height: number };
}

const wide: Layout = {
  width: 1120,
  height: 318,
  box: { width: 158, height: 58 },
  fontSize: 14,
  middle: ([stage, lane]) => [204 + stage * 204, 82 + lane * 94],
  stageLabel: (stage) => [204 + stage * 204, 28],
  laneLabel: (lane) => [46, 82 + lane * 94],
  band: (stage) => ({ x: 106 + stage * 204, y: 4, width: 196, height: 310 }),
};

const tall: Layout = {
  width: 354,
  height: 566,
  box: { width: 106, height: 50 },
  fontSize: 12.5,
  middle: ([stage, lane]) => [60 + lane * 117, 86 + stage * 106],
  stageLabel: (stage) => [177, 48 + stage * 106],
  laneLabel: (lane) => [60 + lane * 117, 14],
  band: (stage) => ({ x: 1, y: 30 + stage * 106, width: 352, height: 100 }),
};

/** A drawing of who does what in which stage of a race; its words are below it as text too. */
export function Diagram() {
  return (
    <>
      <Drawing layout={wide} className="max-tablet:hidden" />
      <Drawing layout={tall} className="mx-auto max-w-[420px] tablet:hidden" />
    </>
  );
}

function Drawing({ layout, className }: { readonly layout: Layout; readonly className: string }) {
  const { t } = useWords(verifierWords);
  const id = useId();
  const { width, height, fontSize } = layout;
  return (
    <svg
      role="img"
      aria-labelledby={`${id}-title ${id}-summary`}
      viewBox={`0 0 ${width} ${height}`}
      className={`w-full ${className}`}
      fontSize={fontSize}
      textAnchor="middle"
    >
      <title id={`${id}-title`}>{t("diagram")}</title>
      <desc id={`${id}-summary`}>{t("diagramSummary")}</desc>
      <defs>
        <marker
          id={`${id}-head`}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto-start-reverse"
        >
          <path d="M0 0 8 4 0 8Z" fill="var(--accent)" />
        </marker>
      </defs>
      {stages.map((stage, at) => (
        <g key={stage}>
          <rect {...layout.band(at)} rx="10" fill="var(--raised)" opacity={at % 2 === 0 ? 0.55 : 0.28} />
          <Label at={layout.stageLabel(at)} className="figure" fill="var(--bright)">
            {`${at + 1} ${t(stage)}`}
          </Label>
        </g>
      ))}
      {lanes.map((lane, at) => (
        <Label key={lane} at={layout.laneLabel(at)} fill="var(--muted)" className="font-bold">
          {t(lane)}
        </Label>
      ))}
      {arrows.map((arrow) => (
        <path
          key={JSON.stringify(arrow)}
          d={arrowPath(layout, arrow)}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="1.6"
          markerEnd={`url(#${id}-head)`}
        />
      ))}
      {boxes.map((box) => (
        <Box key={box.text} layout={layout} at={box.at} text={t(box.text)} isMarked={"isMarked" in box} />
      ))}
    </svg>
  );
}

interface LabelProps {
  readonly at: readonly [x: number, y: number];
  readonly fill: string;
  readonly className: string;
  readonly children: string;
}

const Label = ({ at: [x, y], children, ...look }: LabelProps) => (
  <text x={x} y={y} dominantBaseline="middle" {...look}>
    {children}
  </text>
);

interface BoxProps {
  readonly layout: Layout;
  readonly at: Cell;
  readonly text: string;
  readonly isMarked: boolean;
}

function Box({ layout, at, text, isMarked }: BoxProps) {
  const [x, y] = layout.middle(at);
  const { width, height } = layout.box;
  const lines = text.split("\n");
  return (
    <g>
      <rect
        x={x - width / 2}
        y={y - height / 2}
        width={width}
        height={height}
        rx="9"
        fill="var(--panel)"
        stroke={isMarked ? "var(--accent)" : "var(--control-border)"}
        strokeWidth={isMarked ? 2 : 1.2}
      />
      <text x={x} y={y} fill={isMarked ? "var(--bright)" : "var(--text)"}>
        {lines.map((line, index) => (
          <tspan key={line} x={x} dy={`${index === 0 ? 0.35 - (lines.length - 1) * 0.62 : 1.24}em`}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  );
}

/** A line that starts and ends at the borders of its boxes, with one corner if they are not in a row. */
function arrowPath({ middle, box }: Layout, { from, to, bend = false }: (typeof arrows)[number]): string {
  const [x1, y1] = middle(from);
  const [x2, y2] = middle(to);
  const [halfWidth, halfHeight] = [box.width / 2, box.height / 2];
  const gap = 3;
  if (y1 === y2) {
    const direction = Math.sign(x2 - x1);
    return `M${x1 + direction * halfWidth} ${y1}H${x2 - direction * (halfWidth + gap)}`;
  }
  const direction = Math.sign(y2 - y1);
  if (x1 === x2) return `M${x1} ${y1 + direction * halfHeight}V${y2 - direction * (halfHeight + gap)}`;
  const across = Math.sign(x2 - x1);
  return bend && direction < 0
    ? `M${x1 + across * halfWidth} ${y1}H${x2}V${y2 - direction * (halfHeight + gap)}`
    : `M${x1} ${y1 + direction * halfHeight}V${y2}H${x2 - across * (halfWidth + gap)}`;
}
