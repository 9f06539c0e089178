import { handleRest } from "@/lib/doors/rest";

const handle = (request: Request) => handleRest(request);

export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };
