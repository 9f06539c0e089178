"use client";

import { useState } from "react";
import { isText } from "./kept";
import { useDraft } from "./use-draft";

/**
 * A text that is typed, kept in this browser until it is sent or discarded: a dialog that is closed by a stray key or click
 * has it again when it opens.
 * @param name of what it is about, as `useDraft` takes it.
 * @param initial What stands there before somebody types.
 */
export function useKeptText(name: string, initial: string) {
  // What is decided may have made way for what follows it once it is sent.
  const [own] = useState(name);
  const [kept, keep] = useDraft(own, isText);
  const [text, setText] = useState(kept ?? initial);
  const change = (next: string) => {
    setText(next);
    if (next === initial) keep(null);
    else keep(next);
  };
  let discard: (() => void) | undefined;
  if (text !== initial) discard = () => change(initial);
  return {
    text,
    change,
    /** Once it was sent. */
    forget: () => keep(null),
    /** As it was before somebody typed; undefined where it is so. */
    discard,
  };
}
