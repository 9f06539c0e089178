import { commandLineFile } from "@/lib/doors/command-line";
import { openRoute } from "@/lib/doors/limits/open-route";

export const dynamic = "force-dynamic";

/** The command line for machines without a checkout. It holds no secret, so it asks for none. */
export const GET = openRoute(async (): Promise<Response> => {
  const text = await commandLineFile();
  if (text === null)
    return new Response("This server was started without a build; run `npm run build` there.\n", {
      status: 404,
    });
  return new Response(text, {
    headers: {
      "Content-Type": "text/javascript; charset=utf-8",
      "Content-Disposition": 'attachment; filename="casebook.mjs"',
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-cache",
    },
  });
});
