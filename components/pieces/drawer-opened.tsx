"use client";

import { Maximize2 } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";
import { CloseButton } from "@/components/ui/close-button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { ReturningContent } from "@/components/ui/returning-content";
import { pieces } from "@/messages/compiled/pieces";

export type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  page_href?: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** What `Drawer` renders once it is loaded. */
export function OpenedDrawer({ open, onClose, title, page_href, actions, children }: DrawerProps) {
  const t = useMessages(pieces);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open={open}
      modal={false}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <ReturningContent
          data-drawer=""
          aria-describedby={undefined}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            // The panel itself, not its first button: reading starts at the title.
            event.preventDefault();
            panel.current?.focus();
          }}
          ref={panel}
          className="slide-in-from-right-4 fade-in-0 fixed inset-y-0 right-0 z-40 flex w-[36rem] max-w-full animate-in flex-col border-l bg-card shadow-float outline-none duration-100"
        >
          <div className="flex h-12 shrink-0 items-center gap-1 border-b px-4">
            <Dialog.Title className="mr-auto min-w-0 truncate font-semibold text-base">{title}</Dialog.Title>
            {actions}
            {page_href && (
              <Button asChild variant="ghost" size="icon_sm">
                <Link href={page_href} aria-label={t("open_page")} title={t("open_page")}>
                  <Maximize2 aria-hidden />
                </Link>
              </Button>
            )}
            <CloseButton title={t("close_by_key")} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </ReturningContent>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
