import { actorOfMember, readMailToken } from "@/lib/access";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import { parts } from "@/lib/runtime/parts";
import { run } from "@/lib/runtime/run";
import { openRoute } from "../limits/open-route";

const OPERATION = "notification_unsubscribe";

const page = (title: string, body: string) =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
    {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
        "Referrer-Policy": "no-referrer",
      },
    },
  );

/**
 * The address at the foot of every e-mail: it asks first, because mail programs open links by themselves or ask for
 * their headers, and stops e-mail when it is sent (also by a mail program's own button, RFC 8058). No login is
 * needed.
 */
export const handleUnsubscribe = openRoute(async (request) => {
  const member = readMailToken(new URL(request.url).searchParams.get("token") ?? "");
  if (member === null)
    throw new AppError("not_found", "This is not a link that this server sent; it may have been cut off.");
  if (request.method !== "POST")
    return page(
      "Stop e-mail from Casebook?",
      '<p>Notifications are still listed in Casebook itself.</p><form method="post"><button>Stop e-mail</button></form>',
    );
  const { db, ai, now } = parts();
  const actor = await actorOfMember(db, member);
  const operation = operations.find(({ contract }) => contract.name === OPERATION);
  if (actor && operation) await run(operation, {}, { db, ai, now, actor, request_id: newId() });
  return page(
    "No more e-mail",
    "<p>You can change that in the settings of Casebook, under Notifications.</p>",
  );
});
