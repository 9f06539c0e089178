"use client";

import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from "react";
import { Segments } from "@/components/pieces/code-lines";
import type { FileLines } from "@/components/pieces/files-href";
import { type CodeToken, useTokens } from "@/components/pieces/highlight";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { filesMarks } from "@/messages/compiled/files-marks";
import { GutterMark } from "./gutter-mark";
import { TONE_BAR } from "./mark-terms";
import { type Mark, marksByLine, nextMarked, type Tone, tonesOfLines } from "./marks";
import { LINE_HEIGHT, useWindow } from "./use-window";

/** What keys of the screen do in the code. */
export type CodeHandle = { step: (step: 1 | -1) => void };

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };

/** A file's lines with what is known of them in the gutter. Lines are chosen by their numbers, with Shift a range. */
export function CodeView({
  path,
  text,
  marks,
  lines: chosen,
  mark: open_mark,
  onChoose,
  onOpen,
  handle,
}: {
  path: string;
  text: string;
  marks: readonly Mark[];
  lines: FileLines | null;
  /** The key of the mark that is open. */
  mark: string | null;
  onChoose: (lines: FileLines) => void;
  onOpen: (mark: Mark) => void;
  handle: Ref<CodeHandle>;
}) {
  const t = useMessages(filesMarks);
  const lines = useMemo(() => text.split("\n"), [text]);
  const tokens = useTokens(path, text);
  const { byLine, tones, marked } = useMarkedLines(marks);
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last } = useWindow(scroller, lines.length);
  const { step } = useSteps({ scroller, marked });
  useImperativeHandle(handle, () => ({ step }));
  useEffect(() => {
    if (chosen) reveal(scroller.current, chosen.start);
  }, [chosen]);

  return (
    // A group, not a region: the page has its landmarks.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds controls, and this is text
    <div
      ref={scroller}
      role="group"
      aria-label={t("code", { path, count: lines.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the keyboard cannot scroll a long line
      tabIndex={0}
      onKeyDown={(event: KeyboardEvent) => {
        const move = STEPS[event.key];
        if (move === undefined || !(event.target instanceof HTMLButtonElement)) return;
        event.preventDefault();
        step(move);
      }}
      className="focus-visible:-outline-offset-2 relative max-h-[calc(100dvh-11rem)] min-h-48 min-w-0 overflow-auto rounded-md border bg-card"
    >
      <pre className="w-max min-w-full py-1 text-xs" style={{ lineHeight: `${LINE_HEIGHT}px` }}>
        <div style={{ height: (first - 1) * LINE_HEIGHT }} />
        <Lines
          lines={lines}
          tokens={tokens}
          first={first}
          last={last}
          byLine={byLine}
          tones={tones}
          chosen={chosen}
          open_mark={open_mark}
          onOpen={onOpen}
          onChoose={onChoose}
        />
        <div style={{ height: (lines.length - last) * LINE_HEIGHT }} />
      </pre>
    </div>
  );
}

type Opening = {
  chosen: FileLines | null;
  open_mark: string | null;
  onOpen: (mark: Mark) => void;
  onChoose: (lines: FileLines) => void;
};

const NO_MARKS: readonly Mark[] = [];

function Lines({
  lines,
  tokens,
  first,
  last,
  byLine,
  tones,
  ...opening
}: Opening & {
  lines: readonly string[];
  tokens: readonly CodeToken[][] | null;
  first: number;
  last: number;
  byLine: ReadonlyMap<number, readonly Mark[]>;
  tones: ReadonlyMap<number, Tone>;
}) {
  const digits = String(lines.length).length;
  return lines.slice(first - 1, last).map((text, index) => {
    const number = first + index;
    return (
      <Row
        key={number}
        number={number}
        text={text}
        tokens={tokens?.[number - 1] ?? null}
        tone={tones.get(number) ?? null}
        marks={byLine.get(number) ?? NO_MARKS}
        digits={digits}
        {...opening}
      />
    );
  });
}

function useMarkedLines(marks: readonly Mark[]) {
  return useMemo(() => {
    const byLine = marksByLine(marks);
    const marked = [...byLine.keys()].filter((line) => line > 0).sort((a, b) => a - b);
    return { byLine, marked, tones: tonesOfLines(marks) };
  }, [marks]);
}

const spanOf = ({ start }: FileLines, line: number): FileLines => ({
  start: Math.min(start, line),
  end: Math.max(start, line),
});

/** Brings a line into view, with some lines above it, unless it is in view. */
function reveal(element: HTMLElement | null, line: number): void {
  if (!element) return;
  const at = (line - 1) * LINE_HEIGHT;
  const seen = at >= element.scrollTop && at + LINE_HEIGHT * 2 <= element.scrollTop + element.clientHeight;
  if (!seen) element.scrollTop = Math.max(0, at - element.clientHeight / 4);
}

/** Moves the focus from one marked line to the next; a line that is not drawn yet is focused once it is. */
function useSteps({
  scroller,
  marked,
}: {
  scroller: { current: HTMLDivElement | null };
  marked: readonly number[];
}) {
  const awaited = useRef<number | null>(null);
  const last = useRef<number | null>(null);
  const focusAwaited = () => {
    if (awaited.current === null) return;
    const mark = scroller.current?.querySelector<HTMLElement>(`[data-mark-line="${awaited.current}"]`);
    if (!mark) return;
    awaited.current = null;
    mark.focus({ preventScroll: true });
  };
  useEffect(focusAwaited);
  return {
    step: (step: 1 | -1) => {
      const focused = document.activeElement?.getAttribute("data-mark-line") ?? null;
      const from = focused === null ? last.current : Number(focused);
      const line = nextMarked(marked, { from, step });
      if (line === null) return;
      last.current = line;
      awaited.current = line;
      reveal(scroller.current, line);
      focusAwaited();
    },
  };
}

function Row({
  number,
  text,
  tokens,
  tone,
  marks,
  digits,
  chosen,
  open_mark,
  onOpen,
  onChoose,
}: Opening & {
  number: number;
  text: string;
  tokens: readonly CodeToken[] | null;
  /** Of the memories that cite the line. */
  tone: Tone | null;
  marks: readonly Mark[];
  digits: number;
}) {
  const t = useMessages(filesMarks);
  const is_chosen = chosen !== null && number >= chosen.start && number <= chosen.end;
  const ground = is_chosen ? "bg-accent" : "bg-card";
  return (
    <div data-line={number} aria-current={is_chosen || undefined} className={cn("flex h-6", ground)}>
      <span className={cn("sticky left-0 z-10 flex shrink-0", ground)}>
        <span aria-hidden className={cn("w-[3px]", tone !== null && TONE_BAR[tone])} />
        <span className="flex w-[6.5rem] items-center px-1 sm:w-28">
          <GutterMark
            marks={marks}
            where={t("line", { number })}
            current={marks.some(({ key }) => key === open_mark)}
            onOpen={onOpen}
            data-mark-line={number}
          />
        </span>
        <LineNumber number={number} digits={digits} chosen={chosen} onChoose={onChoose} />
      </span>
      <code className="flex-1 whitespace-pre pr-4 pl-2">
        <Segments segments={[{ text, changed: false }]} type="context" tokens={tokens} />
        {"\n"}
      </code>
    </div>
  );
}

/** Chooses its line, with Shift all from the one that was chosen before. */
function LineNumber({
  number,
  digits,
  chosen,
  onChoose,
}: {
  number: number;
  digits: number;
  chosen: FileLines | null;
  onChoose: (lines: FileLines) => void;
}) {
  const t = useMessages(filesMarks);
  return (
    <a
      href={`#L${number}`}
      aria-label={t("choose_line", { number })}
      tabIndex={-1}
      onClick={(event) => {
        event.preventDefault();
        onChoose(event.shiftKey && chosen ? spanOf(chosen, number) : { start: number, end: number });
      }}
      className="select-none px-1.5 text-right text-muted-foreground hover:text-foreground"
      style={{ minWidth: `calc(${digits}ch + 0.75rem)` }}
    >
      {number}
    </a>
  );
}
