"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { useOperation } from "@/components/pieces/use-operation";
import { Checkbox } from "@/components/ui/checkbox";
import { type AgentKey, agentKeyList, agentKeyRevoke } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";

/** Asks before a key is revoked, and offers to revoke the keys too that an agent made with it. */
export function RevokeKey({ agent_key, onClose }: { agent_key: AgentKey; onClose: () => void }) {
  const { id, name } = agent_key;
  const [isWithMade, setWithMade] = useState(true);
  const list = useQuery(operationQuery(agentKeyList, { created_by_key: id, limit: 200 }));
  const made = (list.data?.items ?? []).filter(({ revoked_at }) => revoked_at === null);
  const revoke = useOperation(agentKeyRevoke, {
    success: ({ keys_made }) => {
      if (keys_made.some(({ revoked_at }) => revoked_at !== null))
        return `The key ${name} and the keys created with it are revoked`;
      return `The key ${name} is revoked`;
    },
    onSuccess: onClose,
  });
  return (
    <Confirm
      open
      onOpenChange={onClose}
      title={`Revoke ${name}?`}
      verb="Revoke"
      error={revoke.error}
      busy={revoke.isPending || list.isLoading}
      onConfirm={() => revoke.mutate({ agent_key_id: id, with_made: made.length > 0 && isWithMade })}
    >
      <p>
        Every agent that uses this key is refused from now on. What it wrote stays. A revoked key cannot be
        restored; rotate it instead if its agent should keep working.
      </p>
      {made.length > 0 && (
        <label className="mt-3 flex items-start gap-2.5" htmlFor="with-made">
          <Checkbox
            id="with-made"
            className="mt-0.5"
            checked={isWithMade}
            onCheckedChange={(checked) => setWithMade(checked === true)}
          />
          <span>
            Also revoke the keys that an agent created with it, and keys created with those:{" "}
            <span className="font-medium">{made.map((key) => key.name).join(", ")}</span>
          </span>
        </label>
      )}
    </Confirm>
  );
}
