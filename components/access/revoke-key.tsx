"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { useOperation } from "@/components/pieces/use-operation";
import { Checkbox } from "@/components/ui/checkbox";
import { useMessages } from "@/components/ui/messages";
import { type AgentKey, agentKeyList, agentKeyRevoke } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { agentKeysDialogs } from "@/messages/compiled/agent-keys-dialogs";

/** Asks before a key is revoked, and offers to revoke the keys too that an agent made with it. */
export function RevokeKey({ agent_key, onClose }: { agent_key: AgentKey; onClose: () => void }) {
  const t = useMessages(agentKeysDialogs);
  const { id, name } = agent_key;
  const [isWithMade, setWithMade] = useState(true);
  const list = useQuery(operationQuery(agentKeyList, { created_by_key: id, limit: 200 }));
  const made = (list.data?.items ?? []).filter(({ revoked_at }) => revoked_at === null);
  const revoke = useOperation(agentKeyRevoke, {
    success: ({ keys_made }) => {
      if (keys_made.some(({ revoked_at }) => revoked_at !== null)) return t("revoked_with_made", { name });
      return t("revoked", { name });
    },
    onSuccess: onClose,
  });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={t("revoke_title", { name })}
      verb={t("revoke")}
      error={revoke.error}
      busy={revoke.isPending || list.isLoading}
      onConfirm={() => revoke.mutate({ agent_key_id: id, with_made: made.length > 0 && isWithMade })}
    >
      <p>{t("revoke_effect")}</p>
      {made.length > 0 && (
        <label className="mt-3 flex items-start gap-2.5" htmlFor="with-made">
          <Checkbox
            id="with-made"
            className="mt-0.5"
            checked={isWithMade}
            onCheckedChange={(checked) => setWithMade(checked === true)}
          />
          <span>
            {t.rich("revoke_made", {
              names: made.map((key) => key.name).join(", "),
              named: (names) => <span className="font-medium">{names}</span>,
            })}
          </span>
        </label>
      )}
    </Confirm>
  );
}
