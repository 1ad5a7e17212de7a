import { type ReactNode, useEffect, useRef } from "react";
import { Part } from "./tab-page.tsx";

interface FormPartProps {
  readonly heading: ReactNode;
  readonly onSubmit: () => void;
  /** Called when anything in it is changed. */
  readonly onEdit?: () => void;
  /** Whether it opens for something in a list: on a phone that is far from it, so the form takes the focus. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/**
 * A part of a tab that is filled in and submitted. The first field that is refused takes the focus, since it may be out
 * of sight.
 */
export function FormPart({ heading, onSubmit, onEdit, takesFocus = false, children }: FormPartProps) {
  const form = useRef<HTMLFormElement>(null);
  const focusFirst = (fields: string) => form.current?.querySelector<HTMLElement>(fields)?.focus();
  useEffect(() => {
    if (takesFocus) focusFirst("input");
  }, [takesFocus]);
  return (
    <Part heading={heading}>
      <form
        ref={form}
        noValidate
        className="flex flex-col gap-3 px-4 pt-1 pb-4"
        onChange={onEdit}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
          requestAnimationFrame(() => focusFirst("[aria-invalid=true]"));
        }}
      >
        {children}
      </form>
    </Part>
  );
}
