"use client";

import { Check } from "lucide-react";
import * as Primitive from "radix-ui/select";
import { type ComponentProps, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { ChooseButton } from "./choose-button";

export type OpenedChooseProps = {
  /** Empty where nothing is chosen. */
  value: string;
  options: readonly { value: string; label: ReactNode }[];
  onChoose: (value: string) => void;
  disabled: boolean;
  placeholder: string | undefined;
  trigger: Omit<ComponentProps<"button">, "value" | "ref">;
  /** Whether its button was pressed already, so that it comes open. */
  isWanted: boolean;
  /** Whether the button that it replaces had the focus. */
  hadFocus: RefObject<boolean>;
};

/** What `Choose` renders once it is loaded. */
export function OpenedChoose({
  value,
  options,
  onChoose,
  disabled,
  placeholder,
  trigger,
  isWanted,
  hadFocus,
}: OpenedChooseProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (hadFocus.current) button.current?.focus({ preventScroll: true });
  }, [hadFocus]);
  return (
    <Primitive.Root value={value} disabled={disabled} onValueChange={onChoose} defaultOpen={isWanted}>
      <Primitive.Trigger asChild>
        <ChooseButton ref={button} {...trigger}>
          <Primitive.Value placeholder={placeholder} />
        </ChooseButton>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className="fade-in-0 z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-in overflow-hidden rounded-md border bg-popover shadow-float duration-100"
        >
          <Primitive.Viewport className="p-1">
            {options.map((option) => (
              <Option key={option.value} value={option.value}>
                {option.label}
              </Option>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Option({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Primitive.Item
      value={value}
      className="relative flex h-8 select-none items-center rounded-sm pr-2 pl-7 text-sm outline-none data-disabled:opacity-55 data-highlighted:bg-accent"
    >
      <Primitive.ItemIndicator className="absolute left-2">
        <Check aria-hidden className="size-3.5 text-primary" />
      </Primitive.ItemIndicator>
      <Primitive.ItemText>{children}</Primitive.ItemText>
    </Primitive.Item>
  );
}
