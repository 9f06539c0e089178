import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { parts } from "@/lib/runtime/parts";
import { metrics } from "@/lib/telemetry/metrics";
import { authenticate } from "./authenticate";
import { problemResponse } from "./rest";

/** Prometheus' text format, for keys and people that may look after jobs. */
export async function handleMetrics(request: Request): Promise<Response> {
  try {
    const { actor } = await authenticate(request, parts().db);
    if (!actor.permissions.has("jobs:manage"))
      throw new AppError("permission_denied", "This needs the permission jobs:manage.");
    const { registry } = metrics();
    return new Response(await registry.metrics(), { headers: { "Content-Type": registry.contentType } });
  } catch (error) {
    return problemResponse(error, newId());
  }
}
