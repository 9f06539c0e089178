import type { AuthOptions } from "next-auth";
import { loginOfCookies } from "@/lib/access/logins/cookie";
import { authOptions } from "@/lib/access/logins/next-auth";
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
