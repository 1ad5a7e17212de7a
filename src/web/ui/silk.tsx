import { useId } from "react";
import { patternOf, type SilkPattern } from "./silk-pattern.ts";

const shirt = "M16 5 L2 14 L8 24 L14 20 L14 43 L34 43 L34 20 L40 24 L46 14 L32 5 C30 9.5 18 9.5 16 5 Z";

interface SilkProps {
  readonly number: number;
  readonly color: string;
  /** Edge in pixels. */
  readonly size?: number;
}

/**
 * A horse's identity: number, pattern and colour together, so that colour alone never tells horses apart.
 * Decorative: whoever uses it names the horse in text.
 */
export function Silk({ number, color, size = 40 }: SilkProps) {
  const id = useId();
  const pattern = patternOf(number);
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 48 48" className="shrink-0">
      <clipPath id={id}>
        <path d={shirt} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <rect width="48" height="48" fill={color} />
        <PatternMarks pattern={pattern.name} fill={pattern.second} />
        <path d="M34 14 L40 24 L34 20 L34 43 L29 43 Z" fill="#000" opacity=".14" />
      </g>
      <path d={shirt} fill="none" stroke="#000" strokeOpacity=".45" strokeWidth="1.2" />
      <circle cx="24" cy="26.5" r="9.5" fill="#fffdf6" stroke="#000" strokeOpacity=".55" strokeWidth="1.2" />
      <text
        x="24"
        y="31.8"
        textAnchor="middle"
        fontSize="15"
        fontWeight="700"
        fill="#12140f"
        className="font-ui"
      >
        {number}
      </text>
    </svg>
  );
}

function PatternMarks({ pattern, fill }: { readonly pattern: SilkPattern; readonly fill: string }) {
  switch (pattern) {
    case "sash":
      return <path d="M9 0 L20 0 L46 46 L34 48 Z" fill={fill} />;
    case "hoops":
      return <path d="M0 11h48v6H0z M0 22h48v6H0z M0 33h48v6H0z" fill={fill} />;
    case "quarters":
      return <path d="M24 0h24v24H24z M0 24h24v24H0z" fill={fill} />;
    case "stars":
      return (
        <path
          d="M18 9l1.2 2.6 2.8.3-2.1 1.9.6 2.800L18 15.200l-2.5 1.4.6-2.8-2.1-1.9 2.8-.3z M31 8l1.2 2.6 2.8.3-2.1 1.9.6 2.800L31 14.200l-2.5 1.4.6-2.8-2.1-1.9 2.8-.3z M8 12l1.1 2 2.2.3-1.6 1.5.4 2.2-2.1-1-2 1 .4-2.200L4.8 14.300l2.2-.3z M40 12l1.1 2 2.2.3-1.6 1.5.4 2.2-2.1-1-2 1 .4-2.2-1.6-1.5 2.2-.3z M17 37l1.2 2.6 2.8.3-2.1 1.9.6 2.800L17 43.200l-2.5 1.4.6-2.8-2.1-1.9 2.8-.3z M31 37l1.2 2.6 2.8.3-2.1 1.9.6 2.800L31 43.200l-2.5 1.4.6-2.8-2.1-1.9 2.8-.3z"
          fill={fill}
        />
      );
    case "chevrons":
      return (
        <path
          d="M2 6 L24 18 L46 6 L46 13 L24 25 L2 13 Z M2 24 L24 36 L46 24 L46 31 L24 43 L2 31 Z"
          fill={fill}
        />
      );
    case "spots":
      return (
        <g fill={fill}>
          <circle cx="10" cy="13" r="3.3" />
          <circle cx="38" cy="13" r="3.3" />
          <circle cx="18" cy="12" r="3.3" />
          <circle cx="30" cy="12" r="3.3" />
          <circle cx="15" cy="38" r="3.3" />
          <circle cx="24" cy="40" r="3.3" />
          <circle cx="33" cy="38" r="3.3" />
        </g>
      );
  }
}
