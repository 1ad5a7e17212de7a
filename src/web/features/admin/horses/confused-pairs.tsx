import { TriangleAlert } from "lucide-react";
import { isColor, visionsThatConfuse } from "../../../../domain/silk-colors.ts";
import { useWords } from "../../../foundation/words/use-words.ts";
import { horsesWords } from "./words.en.ts";

interface Dressed {
  readonly name: string;
  readonly color: string;
}

/** Which of the horses that run together are hard to tell apart by colour, and for whom. */
export function ConfusedPairs({
  horses,
  className = "",
}: {
  readonly horses: readonly Dressed[];
  readonly className?: string;
}) {
  const { t } = useWords(horsesWords);
  const confused = horses.flatMap((one, at) =>
    horses.slice(at + 1).flatMap((other) => {
      if (!isColor(one.color) || !isColor(other.color)) return [];
      const visions = visionsThatConfuse(one.color, other.color);
      return visions.length === 0 ? [] : [{ names: { one: one.name, other: other.name }, visions }];
    }),
  );
  if (confused.length === 0) return null;
  return (
    <ul data-testid="confused-pairs" className={`flex flex-col gap-1 text-sm text-warn ${className}`}>
      {confused.map(({ names, visions }) => (
        <li key={`${names.one} ${names.other}`} className="flex items-start gap-2">
          <TriangleAlert aria-hidden size={16} className="mt-0.5" />
          <span>
            {visions.includes("usual")
              ? t("confused", names)
              : t("confusedFor", { ...names, visions: visions.map((vision) => t(vision)).join(", ") })}
          </span>
        </li>
      ))}
    </ul>
  );
}
