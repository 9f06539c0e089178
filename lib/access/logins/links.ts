import type { Db } from "@/lib/db/client";
import { publicUrl } from "@/lib/env";
import { createLoginToken } from "../agents/keys";
import { insertLoginLink } from "../unscoped";

/** The address of a new link that signs a person in to one organization, once. Only its hash is kept. */
export async function createLink(
  db: Db,
  params: { person_id: string; organization_id: string; created_by: string | null; expires_at: Date },
): Promise<string> {
  const { token, token_hash } = createLoginToken();
  await insertLoginLink(db, { token_hash, ...params });
  return `${publicUrl()}/sign-in?token=${token}`;
}
