/** The horse's head of the logo, in a square of 40 units. */
export const BRAND_HEAD =
  "M14 31c-.6-5 1-8 3.6-10.6-1.9.9-3.7 1.5-5.4 1.3-1.7-.2-2.6-1.8-1.9-3.3 1.7-3.3 4.3-5.9 7.5-7.5l.7-3.6 2.9 2.9c6.3 1.2 9.5 6.2 9.3 13.4-.1 2.9-.5 5.2-1.2 7.4z";

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
