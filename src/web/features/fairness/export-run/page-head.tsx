import { Link } from "wouter";
import { pagePaths } from "../../../../contract/pages.ts";

interface PageHeadProps {
  readonly title: string;
  readonly about: string;
  /** Related pages, with their names. */
  readonly links: readonly (readonly [keyof typeof pagePaths, string])[];
}

export const PageHead = ({ title, about, links }: PageHeadProps) => (
  <header className="flex flex-col gap-1">
    <h1 className="text-2xl">{title}</h1>
    <p className="max-w-[72ch] leading-relaxed text-muted">{about}</p>
    <p className="flex flex-wrap gap-x-6">
      {links.map(([page, text]) => (
        <Link
          key={page}
          to={pagePaths[page]}
          className="inline-flex min-h-11 items-center rounded-s text-sm font-bold text-accent underline-offset-4 hover:underline"
        >
          {text}
        </Link>
      ))}
    </p>
  </header>
);
