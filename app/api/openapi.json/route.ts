import { openRoute } from "@/lib/doors/limits/open-route";
import { openApiDocument } from "@/lib/doors/openapi";

export const dynamic = "force-dynamic";

export const GET = openRoute(() => Response.json(openApiDocument()));
