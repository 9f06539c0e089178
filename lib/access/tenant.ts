import type { Actor } from "@/lib/kernel/actor";

export const tenantOf = ({ actor }: { actor: Actor }) => ({ organization_id: actor.organization_id });
