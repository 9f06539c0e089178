"use client";

import { OctagonAlert, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { problem } from "@/messages/compiled/problem";
import { Button } from "./button";
import { cn } from "./cn";
import { useMessages } from "./messages";

export type ErrorStateProps = {
  /** What happened: "The memories could not be loaded." */
  happened: ReactNode;
  /** What is safe: "Nothing was changed." */
  safe?: ReactNode;
  /** What to do: "Try again; if it persists, tell the owner the request id below." */
  remedy?: ReactNode;
  request_id?: string | null;
  onRetry?: () => void;
  retrying?: boolean;
  className?: string;
};

export function ErrorState({
  happened,
  safe,
  remedy,
  request_id,
  onRetry,
  retrying,
  className,
}: ErrorStateProps) {
  const t = useMessages(problem);
  return (
    <div
      role="alert"
      className={cn("flex gap-3 rounded-md border border-danger/35 bg-danger-soft/50 p-4 text-sm", className)}
    >
      <OctagonAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium">{happened}</p>
        {safe && <p>{safe}</p>}
        {remedy && <p>{remedy}</p>}
        {request_id && (
          <p className="text-xs">
            {t.rich("request", { id: () => <code className="select-all">{request_id}</code> })}
          </p>
        )}
        {onRetry !== undefined && (
          <div className="mt-2">
            <Button size="sm" busy={retrying} onClick={onRetry}>
              {!retrying && <RotateCw aria-hidden />}
              {t("try_again")}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
