import { readiness } from "@/lib/doors/health";

export const dynamic = "force-dynamic";

/** Whether requests can be answered now: 200, or 503 with what is missing. */
export async function GET(): Promise<Response> {
  const report = await readiness();
  return Response.json(report, { status: report.status === "ok" ? 200 : 503 });
}
