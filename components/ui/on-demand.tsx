"use client";

import * as Slot from "radix-ui/slot";
import { type ComponentType, type ReactElement, useEffect, useState } from "react";
import { problem } from "@/messages/compiled/problem";
import { holdKeys } from "./held-keys";
import { messagesNow } from "./messages";
import { toast } from "./toast";

/** Parts that have come, by how they are loaded: the next one that is wanted is there at once. */
// biome-ignore lint/suspicious/noExplicitAny: a part has the props of what loads it, which its own key says
const known = new WeakMap<() => Promise<ComponentType<any>>, ComponentType<any>>();

function loadPart<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  return load().then((part) => {
    known.set(load, part);
    return part;
  });
}

/**
 * A part of a page that is loaded once it is wanted; null until it is there. What cannot be loaded is tried again later.
 * @param onGivenUp when it could not be loaded, or Escape was pressed before it was there
 * @param takesKeys whether what is typed from now on is meant for it, and not for the page behind it
 */
export function useOnDemand<P>(
  load: () => Promise<ComponentType<P>>,
  isWanted: boolean,
  onGivenUp?: () => void,
  takesKeys = isWanted,
): ComponentType<P> | null {
  const [loaded, setLoaded] = useState<ComponentType<P> | null>(null);
  const part: ComponentType<P> | null = loaded ?? (isWanted ? (known.get(load) ?? null) : null);
  const isMissing = isWanted && part === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded is always the same
  useEffect(() => {
    if (!isMissing) return;
    let isStillWanted = true;
    loadPart(load).then(
      (came) => isStillWanted && setLoaded(() => came),
      () => {
        if (!isStillWanted) return;
        const t = messagesNow(problem);
        toast.error(t("part_not_loaded"), { description: t("no_answer") });
        onGivenUp?.();
      },
    );
    const giveUp = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onGivenUp?.();
    };
    window.addEventListener("keydown", giveUp);
    return () => {
      isStillWanted = false;
      window.removeEventListener("keydown", giveUp);
    };
  }, [isMissing]);
  const isAwaited = isMissing && takesKeys;
  useEffect(() => (isAwaited ? holdKeys() : undefined), [isAwaited]);
  return part;
}

const ACTS = ["pointerdown", "keydown"] as const;

/** Fetches a part when the person first does something: what opens by a key has no button that is pointed at before. */
export function useFetchedAhead<P>(load: () => Promise<ComponentType<P>>): void {
  useEffect(() => {
    if (known.has(load)) return;
    const fetchAhead = () => {
      stop();
      // What cannot be loaded is said when it is wanted.
      loadPart(load).catch(() => {});
    };
    const stop = () => {
      for (const act of ACTS) window.removeEventListener(act, fetchAhead);
    };
    for (const act of ACTS) window.addEventListener(act, fetchAhead, { passive: true });
    return stop;
  }, [load]);
}

/** The props of the part that `load` loads. */
export type PropsOfPart<Load extends () => Promise<(props: never) => unknown>> = Parameters<
  Awaited<ReturnType<Load>>
>[0];

type Opens = { open: boolean; onOpenChange: (open: boolean) => void };

/** A dialog that is loaded with its first opening, or when the person first does something on a page that has it. */
export function DialogOnDemand<P extends Opens>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<P>>;
  props: P;
}) {
  useFetchedAhead(load);
  const Part = useOnDemand(load, props.open, () => props.onOpenChange(false));
  return Part && <Part {...props} />;
}

/** A form in the page, which is loaded once it is asked for. */
export function FormOnDemand<P extends { onDone: () => void }>({
  load,
  props,
}: {
  load: () => Promise<ComponentType<P>>;
  props: P;
}) {
  const Part = useOnDemand(load, true, props.onDone);
  return Part && <Part {...props} />;
}

/** What opens from a button: it renders that button itself, and is open when it comes. */
export type Opened = { trigger: ReactElement };

const HINTS = { menu: "menu", dialog: "dialog" } as const;

/**
 * A button with what opens from it, which is loaded when the button is pressed, and fetched when it is pointed at or has the
 * focus.
 */
export function OpensOnDemand<P extends object>({
  trigger,
  opens,
  load,
  props,
}: {
  trigger: ReactElement;
  opens: keyof typeof HINTS;
  load: () => Promise<ComponentType<P & Opened>>;
  props: P;
}) {
  const [isWanted, setIsWanted] = useState(false);
  const Part = useOnDemand(load, isWanted, () => setIsWanted(false));
  const fetchAhead = () => void loadPart(load).catch(() => {});
  if (Part !== null) return <Part {...props} trigger={trigger} />;
  return (
    <Slot.Root
      aria-haspopup={HINTS[opens]}
      aria-expanded={false}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => setIsWanted(true)}
      onKeyDown={(event) => {
        if (opens === "menu" && event.key === "ArrowDown") setIsWanted(true);
      }}
    >
      {trigger}
    </Slot.Root>
  );
}
