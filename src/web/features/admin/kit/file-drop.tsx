import { Upload } from "lucide-react";
import { useId, useState } from "react";
import { classNames } from "../../../foundation/ui/class-names.ts";

interface FileDropProps {
  readonly label: string;
  readonly hint: string;
  /** File types, as an input's accept attribute takes them. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}

/** Takes one file, chosen or dropped. */
export function FileDrop({ label, hint, accept, onFile }: FileDropProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file !== undefined) onFile(file);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles drops only; the input handles the keyboard
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className={classNames(
        "flex min-h-24 cursor-pointer flex-col items-center justify-center gap-1 rounded-m border border-dashed p-3 text-center has-focus-visible:outline-2 has-focus-visible:outline-focus",
        isOver ? "border-accent bg-selected" : "border-control bg-bg",
      )}
    >
      <Upload aria-hidden size={18} className="text-muted" />
      <span className="font-bold">{label}</span>
      <span className="text-xs text-muted">{hint}</span>
      <input
        id={id}
        type="file"
        accept={accept}
        className="sr-only"
        onChange={(event) => {
          take(event.target.files);
          // So that the same file can be chosen again.
          event.target.value = "";
        }}
      />
    </label>
  );
}
