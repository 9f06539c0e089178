"use client";

import { Drawer } from "@/components/pieces/drawer";
import { formatLines } from "@/components/pieces/format";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { filesMarks } from "@/messages/compiled/files-marks";
import type { Translate } from "@/messages/message";
import { MarkDetail, pageOf } from "./mark-detail";
import { TONE_TEXT, useMarkTerms } from "./mark-terms";
import type { Mark } from "./marks";

function titleOf(t: Translate<typeof filesMarks>, { of, start, end }: Mark): string {
  if (start === null || end === null) return t("title_no_line", { of });
  const lines = formatLines(start, end);
  return t(start === end ? "title_line" : "title_lines", { of, lines });
}

const textOf = (mark: Mark): string => {
  if (mark.of === "memory") return mark.item.memory.statement;
  if (mark.of === "finding") return mark.item.title;
  return `${mark.item.failure.error_type}: ${mark.item.failure.message}`;
};

/** One mark beside the code, and the way to the others of its line. */
export function MarkDrawer({
  mark,
  beside,
  commit,
  onOpen,
  onClose,
}: {
  mark: Mark | null;
  /** All marks of its line. */
  beside: readonly Mark[];
  commit: string;
  onOpen: (mark: Mark) => void;
  onClose: () => void;
}) {
  const t = useMessages(filesMarks);
  const { nameOf, termOf } = useMarkTerms();
  if (mark === null) return null;
  const others = beside.filter(({ key }) => key !== mark.key);
  return (
    <Drawer open onClose={onClose} title={titleOf(t, mark)} page_href={pageOf(mark)}>
      <MarkDetail key={mark.key} mark={mark} commit={commit} />
      {others.length > 0 && (
        <section aria-labelledby="also-here" className="mt-6">
          <h3 id="also-here" className="mb-1 font-semibold text-sm">
            {mark.start === null ? t("also_no_line") : t("also_here")}
          </h3>
          <ul className="rounded-md border">
            {others.map((other) => {
              const { icon: Icon, word } = termOf(other);
              return (
                <li key={other.key} className="border-b last:border-b-0">
                  <button
                    type="button"
                    onClick={() => onOpen(other)}
                    title={nameOf(other)}
                    className="flex w-full min-w-0 items-start gap-2 px-2.5 py-1.5 text-left text-sm hover:bg-accent"
                  >
                    <span
                      className={cn(
                        "inline-flex h-5 shrink-0 items-center gap-1 text-xs",
                        TONE_TEXT[other.tone],
                      )}
                    >
                      <Icon aria-hidden className="size-3" />
                      {word}
                    </span>
                    <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
                      {visible(textOf(other))}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </Drawer>
  );
}
