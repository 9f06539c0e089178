import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { CommandItem } from "@/components/ui/command";
import { visible } from "@/components/ui/visible";
import { segmentsOf } from "./palette-match";

/** A text with the words marked that it was found by. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return segmentsOf(visible(text), words).map(({ text: part, isMatch }, index) => {
    if (!isMatch) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, in its order
      <mark key={index} className="rounded-[2px] bg-mark text-inherit">
        {part}
      </mark>
    );
  });
}

/** A line of the palette: what it is, what tells it from its like, and a key or place at its end. */
export function PaletteItem({
  value,
  icon: Icon,
  title,
  detail,
  end,
  words,
  onSelect,
}: {
  /** One of its own among all that is shown. */
  value: string;
  icon: LucideIcon;
  title: string;
  detail?: string | null;
  end?: ReactNode;
  words: readonly string[];
  onSelect: () => void;
}) {
  return (
    <CommandItem value={value} onSelect={onSelect}>
      <Icon aria-hidden />
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <bdi className="min-w-0 truncate">
          <Marked text={title} words={words} />
        </bdi>
        {detail && (
          <bdi className="min-w-0 max-w-[45%] shrink-0 truncate text-muted-foreground text-xs max-sm:hidden">
            <Marked text={detail} words={words} />
          </bdi>
        )}
      </span>
      {end !== undefined && (
        <span className="max-w-[30%] shrink-0 truncate text-muted-foreground text-xs">{end}</span>
      )}
    </CommandItem>
  );
}
