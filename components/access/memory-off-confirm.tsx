"use client";

import { Confirm } from "@/components/pieces/confirm";

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
    <Confirm
      {...confirm}
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Switch memory off for the whole organization?"
      verb="Switch memory off"
    >
      <p>From then on, until somebody switches it on again:</p>
      <ul className="my-2 list-disc pl-5">
        <li>agents are given no pack, find nothing and store nothing; their calls still succeed,</li>
        <li>nothing is learned from sessions, and rejected findings make no memories.</li>
      </ul>
      <p>What is stored stays, people see it, and every page says that memory is off.</p>
    </Confirm>
  );
}
