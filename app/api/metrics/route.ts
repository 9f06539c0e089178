import { handleMetrics } from "@/lib/doors/metrics";

export const dynamic = "force-dynamic";

export const GET = (request: Request): Promise<Response> => handleMetrics(request);
