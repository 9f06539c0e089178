"use client";

import { type FormEvent, useEffect, useState } from "react";

/** A filter that is typed: applied on Enter or on leaving, so that typing does not ask at every key; null when empty. */
export function useTypedFilter(value: string | null, onChange: (value: string | null) => void) {
  const [text, setText] = useState(value ?? "");
  useEffect(() => setText(value ?? ""), [value]);
  const apply = () => {
    const next = text.trim() || null;
    if (next !== value) onChange(next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    apply();
  };
  return { text, setText, apply, onSubmit };
}
