import * as AlertDialog from "@radix-ui/react-alert-dialog";
import { type ReactNode, useEffect, useState } from "react";
import { useDialogs } from "../../../foundation/lib/dialogs.ts";
import { Button } from "../../../foundation/ui/button.tsx";
import { useWords } from "../../../foundation/words/use-words.ts";
import { TextField } from "./fields.tsx";
import { useStepUp } from "./step-up.ts";
import { kitWords } from "./words.en.ts";

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Label of the button that does it. */
  readonly action: string;
  readonly isDanger?: boolean;
  /** Phrase that has to be typed first, for actions that cannot be undone. */
  readonly phrase?: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asks before something is done; what cannot be undone requires a typed phrase, letter by letter. Only its buttons and
 * Escape close it, so that a press next to it loses nothing that was typed. It steps aside while the wallet is asked,
 * or while the page has something else to say: those are the browser's own modal dialogs, which would be above it and
 * yet made inert by it.
 */
export function ConfirmDialog({
  title,
  children,
  action,
  isDanger = false,
  phrase,
  isBusy = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [typed, setTyped] = useState("");
  const [opener] = useState(() => document.activeElement);
  const { t } = useWords(kitWords);
  const asksWallet = useStepUp(({ request }) => request !== null);
  const isPageAsking = useDialogs(({ open }) => open !== null);
  const isOpen = !asksWallet && !isPageAsking;
  const isReady = !isBusy && (phrase === undefined || typed.trim() === phrase);
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(staysOpen) => {
        if (!staysOpen) onClose();
      }}
    >
      <AlertDialog.Portal>
        <div className="admin">
          {/* Not Radix's overlay, which would lock the page's scrolling by a style element: the page's policy refuses those. */}
          <div className="sheet-veil fixed inset-0 z-50" />
          <AlertDialog.Content
            data-sheet
            onOpenAutoFocus={(event) => {
              const field = event.target instanceof HTMLElement ? event.target.querySelector("input") : null;
              if (field === null) return;
              event.preventDefault();
              field.focus();
            }}
            // Radix gives the focus back to a trigger only, and this dialog has none.
            onCloseAutoFocus={() => {
              if (opener instanceof HTMLElement) opener.focus();
            }}
            className="panel fixed inset-x-0 bottom-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] overflow-y-auto p-6 enter max-tablet:rounded-b-none tablet:inset-0 tablet:w-[440px]"
          >
            <form
              noValidate
              className="flex flex-col gap-4"
              onSubmit={(event) => {
                event.preventDefault();
                // A form around the dialog is not the one that was submitted.
                event.stopPropagation();
                if (isReady) onConfirm();
              }}
            >
              <AlertDialog.Title asChild>
                <h1 className="text-xl">{title}</h1>
              </AlertDialog.Title>
              <AlertDialog.Description asChild>
                <div className="text-muted">{children}</div>
              </AlertDialog.Description>
              {phrase !== undefined && (
                <TextField label={t("typeToConfirm", { phrase })} value={typed} onChange={setTyped} />
              )}
              <div className="grid grid-cols-2 gap-3">
                <AlertDialog.Cancel asChild>
                  <Button className="min-h-[54px]">{t("cancel")}</Button>
                </AlertDialog.Cancel>
                <Button
                  look={isDanger ? "secondary" : "primary"}
                  type="submit"
                  disabled={!isReady}
                  className={isDanger ? "danger-fill min-h-[54px] whitespace-normal!" : "whitespace-normal!"}
                >
                  {action}
                </Button>
              </div>
            </form>
          </AlertDialog.Content>
          <InertPage />
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/**
 * What Radix hides from screen readers can be neither reached nor pressed either; what is announced is left alone.
 * Stands after the dialog, since it has to run once Radix has marked the page.
 */
function InertPage() {
  useEffect(() => {
    const hidden = document.querySelectorAll<HTMLElement>("[data-aria-hidden=true]");
    for (const element of hidden) element.inert = true;
    return () => {
      for (const element of hidden) element.inert = false;
    };
  }, []);
  return null;
}
