import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { useWords } from "../words/use-words.ts";
import { uiWords } from "./words.en.ts";

interface ErrorBoundaryState {
  readonly failed: boolean;
}

/** Catches render errors, so that a reload is offered instead of an empty page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { failed: false };

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <CrashScreen />;
  }
}

/** Shown in place of a page that crashed. */
export function CrashScreen() {
  const { t } = useWords(uiWords);
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="alert" className="panel flex max-w-md flex-col items-center gap-4 p-8 text-center">
        <h1 className="text-xl">{t("crashed")}</h1>
        <p className="text-muted">{t("crashedSafe")}</p>
        <Button look="primary" onClick={() => location.reload()}>
          {t("reload")}
        </Button>
      </div>
    </main>
  );
}
