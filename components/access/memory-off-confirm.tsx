"use client";

import { useQuery } from "@tanstack/react-query";
import { countOf } from "@/components/pieces/format";
import { TypedConfirm } from "@/components/pieces/typed-confirm";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { recallStats } from "@/lib/recall/contract";

const DAYS = 7;

/** What agents would have gone without in the last days. */
function Stops() {
  const { data, isError } = useQuery(operationQuery(recallStats, { days: DAYS }));
  if (isError) return <p className="my-2">How much agents use it could not be loaded.</p>;
  if (data === undefined) return <Skeleton className="my-2 w-2/3" />;
  const { recalls, memories_served } = data.total;
  return (
    <p className="my-2 font-medium">
      In the last {DAYS} days agents asked {countOf(recalls, "time", "times")} and were served{" "}
      {countOf(memories_served, "memory", "memories")}.
    </p>
  );
}

/** Asks before memory is switched off for everybody, with what stops and what goes on. */
export function MemoryOffConfirm({
  isOpen,
  onClose,
  ...confirm
}: {
  isOpen: boolean;
  onClose: () => void;
  error: Error | null;
  busy: boolean;
  onConfirm: () => void;
}) {
  return (
    <TypedConfirm
      {...confirm}
      expected="off"
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Switch memory off for the whole organization?"
      verb="Switch memory off"
    >
      <p>From then on, until somebody switches it on again:</p>
      <ul className="my-2 list-disc pl-5">
        <li>agents get no packs, find nothing and store nothing; their calls still succeed,</li>
        <li>nothing is learned from sessions, and rejected findings make no memories.</li>
      </ul>
      {isOpen && <Stops />}
      <p>What is stored stays, people see it, and every page says that memory is off.</p>
    </TypedConfirm>
  );
}
