import { openRoute } from "@/lib/doors/limits/open-route";
import { problemResponse } from "@/lib/doors/problem-response";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";

// MCP clients look for OAuth metadata here after a 401 and print whatever they get: without an authorization server
// the answer must be JSON that says what to do instead.
const handle = openRoute(() =>
  problemResponse(
    new AppError("not_found", "This server does not offer OAuth; send an agent key as a Bearer token."),
    newId(),
  ),
);

export { handle as GET, handle as POST };
