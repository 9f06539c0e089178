import { handleLive } from "@/lib/doors/live";

export const dynamic = "force-dynamic";

export const GET = (request: Request): Promise<Response> => handleLive(request);
