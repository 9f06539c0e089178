import { handleMem0 } from "@/lib/doors/mem0";

const handle = (request: Request) => handleMem0(request);

export { handle as DELETE, handle as GET, handle as POST, handle as PUT };
