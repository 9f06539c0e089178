"use client";

import * as Primitive from "radix-ui/dialog";
import type { ComponentProps, ReactNode } from "react";
import { CloseButton } from "./close-button";
import { cn } from "./cn";
import type { Opening } from "./dialog";
import { overlayClasses } from "./dialog-opened";
import { ReturningContent } from "./returning-content";

const SIDES = {
  left: "inset-y-0 left-0 w-72 max-w-[85vw] border-r data-[state=open]:slide-in-from-left-4",
  right: "inset-y-0 right-0 w-[28rem] max-w-full border-l data-[state=open]:slide-in-from-right-4",
  bottom: "inset-x-0 bottom-0 max-h-[85vh] rounded-t-lg border-t data-[state=open]:slide-in-from-bottom-4",
} as const;

export type SheetContentProps = Omit<ComponentProps<typeof Primitive.Content>, "title"> & {
  side?: keyof typeof SIDES;
  title: ReactNode;
};

/** What `SheetContent` renders once it is loaded. */
export function OpenedSheetContent({
  opening,
  side = "right",
  title,
  className,
  children,
  ...props
}: SheetContentProps & { opening: Opening }) {
  return (
    <Primitive.Root {...opening}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClasses} />
        <ReturningContent
          aria-describedby={undefined}
          className={cn(
            "data-[state=open]:animate-in data-[state=open]:fade-in-0 fixed z-50 flex flex-col bg-popover shadow-float duration-100",
            SIDES[side],
            className,
          )}
          {...props}
        >
          <div className="flex h-12 shrink-0 items-center justify-between gap-3 border-b px-4">
            <Primitive.Title className="flex min-w-0 items-center truncate font-semibold text-base">
              {title}
            </Primitive.Title>
            <CloseButton className="-mr-1.5 ml-auto" />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
        </ReturningContent>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
