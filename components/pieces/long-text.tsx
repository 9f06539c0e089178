"use client";

import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { pieces } from "@/messages/compiled/pieces";

/** Statements can be 8,000 characters long; what is to decide about them must stay in sight. */
const LONG = 400;

/** A text as it was written; of a long one the first lines, until all of it is asked for. */
export function LongText({
  text,
  what,
  as: Element = "p",
  above = LONG,
  folded = "line-clamp-5",
  className,
  ...rest
}: Omit<ComponentProps<"h1">, "children"> & {
  text: string;
  /** What the text is, for the button that shows all of it. */
  what: "statement" | "reasoning" | "reason" | "outcome" | "solution" | "output" | "task" | "message";
  as?: "p" | "h1" | "h2";
  /** Above this many characters it is folded. */
  above?: number;
  /** The class that cuts it after some lines; they hold fewer than `above` characters. */
  folded?: `line-clamp-${number}`;
}) {
  const t = useMessages(pieces);
  const [whole, setWhole] = useState(false);
  const long = text.length > above;
  return (
    <div className="min-w-0">
      <Element
        dir="auto"
        className={cn("whitespace-pre-wrap text-pretty wrap-anywhere", long && !whole && folded, className)}
        {...rest}
      >
        {visible(text)}
      </Element>
      {long && (
        <Button
          variant="link"
          size="inline"
          className="mt-1"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? t("show_less") : t("show_whole", { what })}
        </Button>
      )}
    </div>
  );
}
