import { encode } from "next-auth/jwt";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";

/** The cookie of a new login of a person, as signing in makes it. */
export async function loginCookie(
  db: Database,
  { person_id, secret }: { person_id: string; secret: string },
): Promise<string> {
  const id = newId();
  const now = new Date();
  await db.login.create({
    data: { id, person_id, method: "link", user_agent: "", created_at: now, last_seen_at: now },
  });
  return `next-auth.session-token=${await encode({ token: { login_id: id }, secret })}`;
}
