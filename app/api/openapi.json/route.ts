import { openApiDocument } from "@/lib/doors/openapi";

export const dynamic = "force-dynamic";

export function GET(): Response {
  return Response.json(openApiDocument());
}
