"use client";

import { type ReactNode, useState } from "react";
import { FormProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { type AgentKey, agentKeyRotate } from "@/lib/access/contract";
import { agentKeysDialogs } from "@/messages/compiled/agent-keys-dialogs";
import { ShownOnce } from "./shown-once";

/** How long the old key works beside the new one, in hours. */
const OVERLAPS = [
  { value: "0", label: "overlap_none" },
  { value: "1", label: "overlap_hour" },
  { value: "24", label: "overlap_day" },
  { value: "168", label: "overlap_week" },
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
  const t = useMessages(agentKeysDialogs);
  const [overlap, setOverlap] = useState<Overlap>("24");
  const rotate = useOperation(agentKeyRotate);
  const made = rotate.data;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {made ? (
        <ShownOnce agent={made.agent_key.agent} agent_key={made.key} address={address}>
          <p className="text-pretty text-sm">
            <OldKeyEnd old={made.replaced} />
          </p>
        </ShownOnce>
      ) : (
        <DialogContent title={t("rotate_title", { name: agent_key.name })} description={t("rotate_effect")}>
          <div className="flex flex-col items-start gap-2 text-sm">
            <span aria-hidden className="text-muted-foreground">
              {t("old_key")}
            </span>
            <ToggleGroup
              label={t("old_key")}
              value={overlap}
              options={OVERLAPS.map(({ value, label }) => ({ value, label: t(label) }))}
              onValueChange={setOverlap}
            />
            {overlap === "0" && (
              <p className="text-pretty text-muted-foreground">{t("overlap_none_meaning")}</p>
            )}
            <FormProblem error={rotate.error} />
          </div>
          <DialogFooter>
            <DialogClose asChild>
              <Button>{t("cancel")}</Button>
            </DialogClose>
            <Button
              variant="primary"
              busy={rotate.isPending}
              onClick={() => rotate.mutate({ agent_key_id: agent_key.id, overlap_hours: Number(overlap) })}
            >
              {t("rotate")}
            </Button>
          </DialogFooter>
        </DialogContent>
      )}
    </Dialog>
  );
}

/** Until when the old key works. */
function OldKeyEnd({ old: { prefix, revoked_at, expires_at } }: { old: AgentKey }) {
  const t = useMessages(agentKeysDialogs);
  const code = (text: ReactNode) => <code>{text}</code>;
  if (revoked_at !== null || expires_at === null) return t.rich("old_key_refused", { prefix, code });
  return t.rich("old_key_ends", { prefix, code, when: () => <RelativeTime at={expires_at} /> });
}
