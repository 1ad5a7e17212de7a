import { BRAND_HEAD } from "../../../domain/brand.ts";

/** The logo: a horse's head, in a brass ring or a slanted neon plate depending on the theme. */
export function BrandMark({ size = 40 }: { readonly size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 40 40" className="brand-mark shrink-0">
      <g className="brand-ring">
        <circle cx="20" cy="20" r="18.5" fill="#0f3a2c" stroke="var(--accent)" strokeWidth="2.2" />
      </g>
      <g className="brand-plate">
        <path d="M9 4 H37 L31 36 H3 Z" fill="#0d0830" stroke="url(#brand-edge)" strokeWidth="2.2" />
        <defs>
          <linearGradient id="brand-edge" x1="0" y1="1" x2="1" y2="0">
            <stop offset="0" stopColor="#9945ff" />
            <stop offset="1" stopColor="#14f195" />
          </linearGradient>
        </defs>
      </g>
      <path className="brand-head" d={BRAND_HEAD} />
    </svg>
  );
}
