import { handleMcp } from "@/lib/doors/mcp";

const handle = (request: Request) => handleMcp(request);

export { handle as DELETE, handle as GET, handle as POST };
