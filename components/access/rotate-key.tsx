"use client";

import { useState } from "react";
import { FormProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { type AgentKey, agentKeyRotate } from "@/lib/access/contract";
import { ShownOnce } from "./shown-once";

/** How long the old key works beside the new one, in hours. */
const OVERLAPS = [
  { value: "0", label: "ends at once" },
  { value: "1", label: "works 1 hour more" },
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
] as const;
type Overlap = (typeof OVERLAPS)[number]["value"];

/** Replaces a key, then shows the new secret, once; until then nothing has changed. */
export function RotateKey({
  agent_key,
  address,
  onClose,
}: {
  agent_key: AgentKey;
  address: string;
  onClose: () => void;
}) {
  const [overlap, setOverlap] = useState<Overlap>("24");
  const rotate = useOperation(agentKeyRotate);
  const made = rotate.data;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {made ? (
        <ShownOnce agent={made.agent_key.agent} agent_key={made.key} address={address}>
          <p className="text-pretty text-sm">
            The old key <code>{made.replaced.prefix}…</code> <OldKeyEnd old={made.replaced} />
          </p>
        </ShownOnce>
      ) : (
        <DialogContent
          title={`Rotate ${agent_key.name}?`}
          description="A new secret with the same name, agent, permissions and repositories. The old key keeps working for the time you choose, so that you can switch the agent over."
        >
          <div className="flex flex-col items-start gap-2 text-sm">
            <span aria-hidden className="text-muted-foreground">
              The old key
            </span>
            <ToggleGroup label="The old key" value={overlap} options={OVERLAPS} onValueChange={setOverlap} />
            {overlap === "0" && (
              <p className="text-pretty text-muted-foreground">
                For a key that may have been seen by others. Agents that still use it are refused at once.
              </p>
            )}
            <FormProblem error={rotate.error} />
          </div>
          <DialogFooter>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button
              variant="primary"
              busy={rotate.isPending}
              onClick={() => rotate.mutate({ agent_key_id: agent_key.id, overlap_hours: Number(overlap) })}
            >
              Rotate
            </Button>
          </DialogFooter>
        </DialogContent>
      )}
    </Dialog>
  );
}

/** Until when the old key works. */
function OldKeyEnd({ old: { revoked_at, expires_at } }: { old: AgentKey }) {
  if (revoked_at !== null || expires_at === null) return "is refused from now on.";
  return (
    <>
      ends <RelativeTime at={expires_at} />.
    </>
  );
}
