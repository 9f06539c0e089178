"use client";

import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { ChooseButton } from "./choose-button";
import type { OpenedChooseProps } from "./choose-opened";
import { useOnDemand } from "./on-demand";

const loadOpened = () => import("./choose-opened").then((part) => part.OpenedChoose);

const OPEN_KEYS = [" ", "Enter", "ArrowUp", "ArrowDown"];

/**
 * One of a few, in a list that opens. Other props go to the button that opens it. Until that is pointed at or has the focus it is a
 * button alone, as most lists of a page are never opened.
 */
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
} & Omit<ComponentProps<"button">, "value" | "ref">) {
  const [isNear, setIsNear] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const hasFocus = useRef(false);
  const giveUp = () => {
    setIsNear(false);
    setIsWanted(false);
  };
  const Opened = useOnDemand<OpenedChooseProps>(loadOpened, isNear || isWanted, giveUp, isWanted);
  const choose = (next: string) => {
    const chosen = options.find((option) => option.value === next);
    if (chosen) onChoose(chosen.value);
  };
  if (Opened !== null)
    return (
      <Opened
        value={value ?? ""}
        options={options}
        onChoose={choose}
        disabled={disabled}
        placeholder={placeholder}
        trigger={trigger}
        isWanted={isWanted}
        hadFocus={hasFocus}
      />
    );
  const chosen = options.find((option) => option.value === value);
  return (
    <ChooseButton
      {...trigger}
      role="combobox"
      aria-expanded={false}
      aria-autocomplete="none"
      data-state="closed"
      data-placeholder={value === null || value === "" ? "" : undefined}
      disabled={disabled}
      onPointerEnter={() => setIsNear(true)}
      onFocus={() => {
        hasFocus.current = true;
        setIsNear(true);
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
      onPointerDown={(event) => {
        if (event.button !== 0 || event.ctrlKey || event.pointerType !== "mouse") return;
        event.preventDefault();
        setIsWanted(true);
      }}
      onClick={() => setIsWanted(true)}
      onKeyDown={(event) => {
        if (!OPEN_KEYS.includes(event.key)) return;
        event.preventDefault();
        setIsWanted(true);
      }}
    >
      <span className="pointer-events-none">{chosen?.label ?? placeholder}</span>
    </ChooseButton>
  );
}
