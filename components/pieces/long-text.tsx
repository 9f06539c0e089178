"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

/** Statements can be 8,000 characters long; what is to decide about them must stay in sight. */
const LONG = 400;

/** A text as it was written; of a long one the first lines, until all of it is asked for. */
export function LongText({ text, what, className }: { text: string; what: string; className?: string }) {
  const [whole, setWhole] = useState(false);
  const long = text.length > LONG;
  return (
    <div className="min-w-0">
      <p
        dir="auto"
        className={cn(
          "whitespace-pre-wrap text-pretty wrap-anywhere",
          long && !whole && "line-clamp-5",
          className,
        )}
      >
        {text}
      </p>
      {long ? (
        <Button
          variant="link"
          size="inline"
          className="mt-1"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        >
          {whole ? "Show less" : `Show the whole ${what}`}
        </Button>
      ) : null}
    </div>
  );
}
