import type { Theme } from "../../../../domain/theme.ts";
import { Silk } from "../../../foundation/ui/silk.tsx";

const colors = ["#D7263D", "#3E8BFF", "#FFD23F", "#2BD4BD", "#F76B15", "#E9E4F2"];

/** A small picture of a theme, in the theme's own colours whatever theme the page has. */
export function ThemePicture({ theme }: { readonly theme: Theme }) {
  return (
    <div aria-hidden data-theme={theme} className="theme-picture relative h-44 overflow-hidden">
      <div className="track-outline absolute inset-0" />
      <div className="absolute inset-x-4 top-4 flex items-center gap-2">
        <span translate="no" className="figure text-lg text-text">
          Furlong
        </span>
        <span className="ml-auto rounded-full bg-panel px-3 py-1 text-xs font-bold text-muted">12 s</span>
        <span className="primary-fill rounded-m px-3 py-1 text-xs font-bold">SOL</span>
      </div>
      <div className="absolute inset-x-4 bottom-4 grid gap-1">
        {colors.map((color, at) => (
          <div key={color} className={`relative flex ${shifts[at]}`}>
            <Silk number={at + 1} color={color} size={16} />
          </div>
        ))}
      </div>
    </div>
  );
}

const shifts = ["pl-[62%]", "pl-[48%]", "pl-[71%]", "pl-[55%]", "pl-[80%]", "pl-[40%]"];
