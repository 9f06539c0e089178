import { type NextRequest, NextResponse } from "next/server";
import { countRequest, refused } from "@/lib/doors/limits";
import { PACKAGE_STYLES } from "@/lib/doors/package-styles";
import { problemResponse } from "@/lib/doors/problem-response";
import { isDevelopment } from "@/lib/env";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

/**
 * Headers of every page: a content policy with a nonce of its own, so that only our scripts run, and the path, which a
 * page needs to come back to after signing in.
 */
export function proxy(request: NextRequest): Response {
  return refusalOf(request) ?? withPolicy(request);
}

/** Pages are read: what sends them something has no business here, and its body is not taken. */
function refusalOf(request: NextRequest): Response | null {
  try {
    if (request.method !== "GET" && request.method !== "HEAD")
      throw refused("method", new AppError("method_not_allowed", "Pages are only read; use GET."));
    countRequest({ by: "page", request });
    return null;
  } catch (error) {
    const response = problemResponse(error, newId());
    if (response.status === 405) response.headers.set("Allow", "GET, HEAD");
    return response;
  }
}

function withPolicy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment() ? " 'unsafe-eval'" : ""}`,
    // The development server puts style sheets into the page itself.
    isDevelopment()
      ? "style-src 'self' 'unsafe-inline'"
      : `style-src 'self' 'nonce-${nonce}' ${PACKAGE_STYLES.join(" ")}`,
    // Charts, menus and tables set positions in style attributes, which a nonce cannot cover.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("x-casebook-path", `${request.nextUrl.pathname}${request.nextUrl.search}`);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

export const config = {
  matcher: ["/((?!api/|v[123]/|_next/|favicon|register$|casebook\\.mjs$|\\.well-known/).*)", "/api/docs"],
};
