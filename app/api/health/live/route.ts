export const dynamic = "force-dynamic";

/** The process answers. Says nothing of what it depends on: a restart would not mend that. */
export function GET(): Response {
  return Response.json({ status: "ok" });
}
