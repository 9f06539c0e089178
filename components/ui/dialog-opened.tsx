"use client";

import * as Primitive from "radix-ui/dialog";
import type { ComponentProps, KeyboardEvent, ReactNode } from "react";
import { CloseButton } from "./close-button";
import { cn } from "./cn";
import type { Opening } from "./dialog";
import { ReturningContent } from "./returning-content";

export const overlayClasses =
  "data-[state=open]:animate-in data-[state=closed]:animate-out data-[state=open]:fade-in-0 data-[state=closed]:fade-out-0 fixed inset-0 z-50 bg-overlay duration-100";

/** Into the text that a dialog asks for, not onto a button: a space that is typed would press it. */
function focusFirstField(event: Event): void {
  if (!(event.currentTarget instanceof Element)) return;
  const field = event.currentTarget.querySelector<HTMLElement>(
    'textarea, input:not([type="checkbox"]):not([type="radio"]):not([type="hidden"])',
  );
  if (!field) return;
  event.preventDefault();
  field.focus();
  // Typing goes on from a text that is proposed.
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
}

/** Ctrl or ⌘ with Enter sends the form of a dialog, unless the field that has the focus did so itself. */
export function submitByKeys(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return;
  const form = event.currentTarget.querySelector("form");
  const submit = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!form || !submit || submit.disabled) return;
  event.preventDefault();
  form.requestSubmit(submit);
}

const SCROLLED_BY_KEYS = { tabIndex: 0 };

const stay = (event: Event) => event.preventDefault();
const CLOSED_BY_BUTTONS = { onInteractOutside: stay, onEscapeKeyDown: stay };

/** Where the focus goes and what closes it is not for each dialog to say. */
type Decided = "onOpenAutoFocus" | "onInteractOutside" | "onEscapeKeyDown";

export type DialogContentProps = Omit<ComponentProps<typeof Primitive.Content>, "title" | Decided> & {
  title: ReactNode;
  description?: ReactNode;
  /** It is only read: what scrolls takes the focus, so that keys scroll it. */
  isReading?: boolean;
  /** It shows what cannot be shown again: neither a stray click nor Escape closes it. */
  isShownOnce?: boolean;
};

/** What `DialogContent` renders once it is loaded. */
export function OpenedDialogContent({
  opening,
  title,
  description,
  className,
  isReading = false,
  isShownOnce = false,
  children,
  ...props
}: DialogContentProps & { opening: Opening }) {
  return (
    <Primitive.Root {...opening}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClasses} />
        <ReturningContent
          className={cn(
            "-translate-x-1/2 data-[state=open]:animate-in data-[state=open]:fade-in-0 fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[calc(100vw-2rem)] max-w-lg flex-col rounded-lg border bg-popover shadow-float duration-100",
            className,
          )}
          {...(description ? {} : { "aria-describedby": undefined })}
          onKeyDown={submitByKeys}
          onOpenAutoFocus={focusFirstField}
          {...(isShownOnce ? CLOSED_BY_BUTTONS : {})}
          {...props}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="flex flex-col gap-1">
              <Primitive.Title className="font-semibold text-base">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="text-muted-foreground text-sm">
                  {description}
                </Primitive.Description>
              )}
            </div>
            <CloseButton className="-mr-1.5" />
          </div>
          <div className="min-h-0 overflow-y-auto px-5 pb-5" {...(isReading ? SCROLLED_BY_KEYS : {})}>
            {children}
          </div>
        </ReturningContent>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
