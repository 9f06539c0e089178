"use client";

import type { ComponentProps, ReactNode } from "react";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "./select";

/** One of a few, in a list that opens. Other props go to the button that opens it. */
export function Choose<Value extends string>({
  value,
  options,
  onChoose,
  disabled = false,
  placeholder,
  ...trigger
}: {
  value: Value | null;
  options: readonly { value: Value; label: ReactNode }[];
  onChoose: (value: Value) => void;
  placeholder?: string;
} & Omit<ComponentProps<typeof SelectTrigger>, "value">) {
  return (
    <Select
      value={value ?? ""}
      disabled={disabled}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChoose(chosen.value);
      }}
    >
      <SelectTrigger {...trigger}>
        <SelectValue placeholder={placeholder} />
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
