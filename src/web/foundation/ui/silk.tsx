import { useId } from "react";
import { patternOf, SILK_SHADE, SILK_SHIRT, silkMarks } from "../../../domain/silk-pattern.ts";

interface SilkProps {
  readonly number: number;
  readonly color: string;
  /** Edge in pixels. */
  readonly size?: number;
}

/**
 * A horse's identity: number, pattern and colour together, so that horses are never distinguished by colour alone.
 * Decorative: the component that uses it names the horse in text.
 */
export function Silk({ number, color, size = 40 }: SilkProps) {
  const id = useId();
  const pattern = patternOf(number);
  // In a small silk the number would be too small to read.
  const disc = size < 32 ? { radius: 13, font: 21, base: 33.9 } : { radius: 9.5, font: 15, base: 31.8 };
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 48 48" className="shrink-0">
      <clipPath id={id}>
        <path d={SILK_SHIRT} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <rect width="48" height="48" fill={color} />
        <path d={silkMarks[pattern.name]} fill={pattern.second} />
        <path d={SILK_SHADE} fill="#000" opacity=".14" />
      </g>
      <path d={SILK_SHIRT} fill="none" stroke="#000" strokeOpacity=".45" strokeWidth="1.2" />
      <circle
        cx="24"
        cy="26.5"
        r={disc.radius}
        fill="#fffdf6"
        stroke="#000"
        strokeOpacity=".55"
        strokeWidth="1.2"
      />
      <text
        x="24"
        y={disc.base}
        textAnchor="middle"
        fontSize={disc.font}
        fontWeight="700"
        fill="#12140f"
        className="font-ui"
      >
        {number}
      </text>
    </svg>
  );
}
