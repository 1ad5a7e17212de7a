import type { ReactNode } from "react";
import { Part } from "./tab-page.tsx";

interface FormPartProps {
  readonly heading: ReactNode;
  readonly onSubmit: () => void;
  /** Called when anything in it is changed. */
  readonly onEdit?: () => void;
  readonly children: ReactNode;
}

/** A part of a tab that is filled in and submitted. */
export const FormPart = ({ heading, onSubmit, onEdit, children }: FormPartProps) => (
  <Part heading={heading}>
    <form
      noValidate
      className="flex flex-col gap-3 px-4 pt-1 pb-4"
      onChange={onEdit}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  </Part>
);
