import { beginAuthentication } from "@/lib/access/passkeys/ceremony";
import { openRoute } from "@/lib/doors/limits/open-route";
import { parts } from "@/lib/runtime/parts";

/** What a browser needs to sign in by a passkey; its answer goes to next-auth's provider of that name. */
export const POST = openRoute(async () => {
  const { db, now } = parts();
  const options = await beginAuthentication(db, { now: now() });
  return Response.json(options, { headers: { "Cache-Control": "no-store" } });
});
