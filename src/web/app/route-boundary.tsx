import { Component, type ErrorInfo, type ReactNode } from "react";
import { Link } from "wouter";
import { pagePaths } from "../../contract/pages.ts";
import { Button } from "../foundation/ui/button.tsx";
import { useWords } from "../foundation/words/use-words.ts";
import { appWords } from "./words.en.ts";

interface RouteBoundaryProps {
  /** The path of the shown page; a different one is tried again. */
  readonly path: string;
  readonly children: ReactNode;
}

interface RouteBoundaryState {
  readonly error: unknown;
  readonly path: string | null;
}

/**
 * Catches a page that cannot be loaded, and leaves the frame around it. Errors while it renders go to the
 * crash screen.
 */
export class RouteBoundary extends Component<RouteBoundaryProps, RouteBoundaryState> {
  override readonly state: RouteBoundaryState = { error: null, path: null };

  static getDerivedStateFromError(error: unknown): Partial<RouteBoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(
    { path }: RouteBoundaryProps,
    state: RouteBoundaryState,
  ): Partial<RouteBoundaryState> | null {
    return state.path === path ? null : { path, error: null };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    if (isNotLoaded(error)) console.warn(error, info.componentStack);
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isNotLoaded(error)) throw error;
    return <RouteError />;
  }
}

/** The messages of Chromium, Firefox, Safari and the build's own loader. */
const isNotLoaded = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message);

function RouteError() {
  const { t } = useWords(appWords);
  return (
    <main className="grid min-h-[60dvh] place-items-center p-6">
      <div role="alert" className="panel flex max-w-md flex-col items-center gap-4 p-8 text-center">
        <h1 className="text-xl">{t("pageFailed")}</h1>
        <p className="text-muted">{t("pageFailedWhy")}</p>
        <Button look="primary" onClick={() => location.reload()}>
          {t("reloadPage")}
        </Button>
        <Link to={pagePaths.home} className="inline-flex min-h-11 items-center font-bold underline">
          {t("toTheRace")}
        </Link>
      </div>
    </main>
  );
}
