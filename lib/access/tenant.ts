import type { Actor } from "@/lib/kernel/actor";

export const ofActor = ({ actor }: { actor: Actor }) => ({ organization_id: actor.organization_id });
