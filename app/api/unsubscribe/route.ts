import { handleUnsubscribe } from "@/lib/doors/unsubscribe";

export const dynamic = "force-dynamic";

const handle = (request: Request): Promise<Response> => handleUnsubscribe(request);

export { handle as GET, handle as POST };
