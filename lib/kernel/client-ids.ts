/**
 * The key of a memory's metadata that holds what a client of mem0 calls it: `agent_id` and `app_id` as they were sent, the
 * id and the moments that an import brought, and metadata whose names its kind needs itself.
 */
export const CLIENT_IDS = "mem0";
