import type { Ref } from "react";
import { LongText } from "@/components/pieces/long-text";

/** What the memory says that an open item is about, as the heading of its detail; the focus comes here when it opens. */
export function StatementHeading({
  id,
  heading,
  statement,
}: {
  id: string;
  heading: Ref<HTMLHeadingElement>;
  statement: string;
}) {
  return (
    <LongText
      as="h2"
      ref={heading}
      id={id}
      tabIndex={-1}
      text={statement}
      what="statement"
      className="max-w-prose font-medium text-base"
    />
  );
}
