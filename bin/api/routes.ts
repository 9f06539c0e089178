import * as wellKnown from "@/app/.well-known/[...path]/route";
import * as live from "@/app/api/health/live/route";
import * as ready from "@/app/api/health/ready/route";
import * as changes from "@/app/api/live/route";
import * as mcp from "@/app/api/mcp/route";
import * as metrics from "@/app/api/metrics/route";
import * as openapi from "@/app/api/openapi.json/route";
import * as unsubscribe from "@/app/api/unsubscribe/route";
import * as rest from "@/app/api/v1/[...path]/route";
import * as github from "@/app/api/webhooks/github/route";
import * as register from "@/app/register/route";
import * as mem0v1 from "@/app/v1/[...path]/route";
import * as mem0v2 from "@/app/v2/[...path]/route";
import * as mem0v3 from "@/app/v3/[...path]/route";
import { countRequest } from "@/lib/doors/limits";
import { problemResponse } from "@/lib/doors/problem-response";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

type Handler = (request: Request) => Response | Promise<Response>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

type RouteFile = { readonly [M in Method]?: Handler };

/**
 * The route files that the web process serves, apart from signing in, pages and what the dashboard hands out. A path that
 * ends in "/" is a folder: everything below it, and not itself.
 */
const ROUTES: readonly (readonly [path: string, file: RouteFile])[] = [
  ["/api/v1/", rest],
  ["/api/mcp", mcp],
  ["/api/live", changes],
  ["/api/health/live", live],
  ["/api/health/ready", ready],
  ["/api/metrics", metrics],
  ["/api/openapi.json", openapi],
  ["/api/unsubscribe", unsubscribe],
  ["/api/webhooks/github", github],
  ["/v1/", mem0v1],
  ["/v2/", mem0v2],
  ["/v3/", mem0v3],
  ["/register", register],
  ["/.well-known/", wellKnown],
];

/** What the methods of a route file answer, as Next reads one: HEAD is GET, and OPTIONS names what there is. */
function methodsOf(file: RouteFile): ReadonlyMap<string, Handler> {
  const own = METHODS.flatMap((method) => {
    const handle = file[method];
    if (handle === undefined) return [];
    return [[method, handle] as const];
  });
  const handlers = new Map<string, Handler>(own);
  const get = handlers.get("GET");
  if (get !== undefined) handlers.set("HEAD", get);
  if (!handlers.has("OPTIONS")) {
    const allow = [...handlers.keys(), "OPTIONS"].sort().join(", ");
    handlers.set("OPTIONS", () => new Response(null, { status: 204, headers: { Allow: allow } }));
  }
  return handlers;
}

const exact = new Map(ROUTES.map(([path, file]) => [path, methodsOf(file)]));
const folders = [...exact].filter(([path]) => path.endsWith("/"));

function handlersOf(pathname: string): ReadonlyMap<string, Handler> | undefined {
  const path = pathname.replace(/\/+$/, "");
  return (
    exact.get(path) ??
    folders.find(([folder]) => path.startsWith(folder) && path !== folder.slice(0, -1))?.[1]
  );
}

/** Answers a request as the web process would. What only the web process serves does not exist here. */
export async function answerApi(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const handlers = handlersOf(pathname);
  if (handlers === undefined) return nothingHere(request, pathname);
  const handle = handlers.get(request.method);
  if (handle === undefined) return new Response(null, { status: 405 });
  return handle(request);
}

function nothingHere(request: Request, pathname: string): Response {
  try {
    countRequest({ by: "address", request });
    throw new AppError(
      "not_found",
      `There is no ${pathname.slice(0, 200)} at this API server; pages and sign-in are served by the web process.`,
    );
  } catch (error) {
    return problemResponse(error, newId());
  }
}
