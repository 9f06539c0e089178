"use client";

import { type ReactNode, useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";

/** A checkbox with its label beside it. */
export function LabelledCheckbox({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The label. */
  children: ReactNode;
}) {
  const id = useId();
  return (
    <>
      <Checkbox id={id} checked={checked} onCheckedChange={(next) => onChange(next === true)} />
      <label htmlFor={id} className="cursor-pointer">
        {children}
      </label>
    </>
  );
}
