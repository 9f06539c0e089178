import type { AuthOptions } from "next-auth";
import { loginOfCookies } from "@/lib/access/logins/cookie";
import { authOptions } from "@/lib/access/logins/next-auth";
import { beginAuthentication } from "@/lib/access/passkeys/ceremony";
import { type Parts, parts } from "@/lib/runtime/parts";
import { parseCookies } from "./authenticate";

/** next-auth's options for a request to `/api/auth`. */
export async function optionsOfRequest(
  { headers }: { headers: Headers },
  { db, now }: Pick<Parts, "db" | "now"> = parts(),
): Promise<AuthOptions> {
  const previous = await loginOfCookies(parseCookies(headers.get("cookie")));
  const user_agent = headers.get("user-agent") ?? "";
  return authOptions({ db, now, browser: { previous, user_agent } });
}

/** What a browser needs to sign in by a passkey; its answer goes to next-auth's provider of that name. */
export async function passkeyOptions({ db, now }: Pick<Parts, "db" | "now"> = parts()): Promise<Response> {
  const options = await beginAuthentication(db, { now: now() });
  return Response.json(options, { headers: { "Cache-Control": "no-store" } });
}
