import { Search } from "lucide-react";
import { useEffect, useState } from "react";

const PAUSE_MS = 250;

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string;
}

export function SearchField({ label, value, onChange, className = "" }: SearchFieldProps) {
  return (
    <label
      className={`flex min-h-11 min-w-0 items-center gap-2 rounded-m border border-control bg-bg px-3 focus-within:border-accent ${className}`}
    >
      <Search aria-hidden size={16} className="text-muted" />
      <span className="sr-only">{label}</span>
      <input
        type="search"
        value={value}
        maxLength={128}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className="w-full min-w-0 bg-transparent py-2 outline-none"
      />
    </label>
  );
}

/** A value once it has been stable for a moment: the server is not asked for each letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
