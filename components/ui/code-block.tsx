"use client";

import { ui } from "@/messages/compiled/ui";
import { cn } from "./cn";
import { CopyButton } from "./copy-button";
import { useMessages } from "./messages";

/** A command or a snippet to take away. Code of a repository, with line numbers, is CodeLines. */
export function CodeBlock({
  code,
  label,
  wrap = false,
  className,
}: {
  code: string;
  /** Names the block for assistive technology: "Command to connect Claude Code". */
  label: string;
  wrap?: boolean;
  className?: string;
}) {
  const t = useMessages(ui);
  return (
    <div className={cn("relative min-w-0 rounded-md border bg-sunken", className)}>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus the keyboard cannot scroll a long line
        tabIndex={0}
        className="scrolls-sideways rounded-md py-2 pr-11 pl-3"
      >
        <pre className={cn("text-xs leading-5", wrap && "whitespace-pre-wrap wrap-anywhere")}>
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton
        text={code}
        label={t("copy_named", { name: label })}
        className="absolute top-1 right-1 bg-sunken"
      />
    </div>
  );
}
