import { createHash } from "node:crypto";
import { Webhooks } from "@octokit/webhooks";
import { z } from "zod";
import { isDelivered, jobActor, recordDelivery, webhookOfConnection } from "@/lib/access";
import { AppError } from "@/lib/kernel/errors";
import { idSchema, newId } from "@/lib/kernel/ids";
import { operations } from "@/lib/registry";
import { type Parts, parts } from "@/lib/runtime/parts";
import { run } from "@/lib/runtime/run";
import { log } from "@/lib/telemetry/log";
import { countRequest, inTurn } from "../limits";
import { assertHost } from "../origins";
import { problemResponse } from "../problem-response";
import { parseJsonObject, readBytes } from "../rest/body";

/** GitHub sends nothing larger. */
const MAX_DELIVERY_BYTES = 25 * 1024 * 1024;

/**
 * The door for GitHub's webhooks: `POST /api/webhooks/github?connection=<id>`, signed with the secret of the connection
 * (X-Hub-Signature-256 over the raw body). It takes in what is signed, wakes a check where the default branch was
 * pushed, has a pull request that delivers a skill looked at, and answers at once; fields it does not know are left alone. A delivery that comes again, or whose body comes
 * again under another id (which is not signed), changes nothing. What is signed is answered alike whether a repository
 * is registered or not, and what is not, whether there is such a connection or not.
 */
export async function handleGithubWebhook(request: Request, params?: Parts): Promise<Response> {
  const request_id = newId();
  try {
    assertHost(request);
    const own = params ?? parts();
    const result = await handleDelivery(request, request_id, own).catch(async (error: unknown) => {
      if (error instanceof AppError && error.retry_after_seconds === undefined)
        countRequest({ by: "forge", request });
      throw error;
    });
    return Response.json(
      { received: true, result },
      { status: 202, headers: { "X-Request-Id": request_id } },
    );
  } catch (error) {
    const response = problemResponse(error, request_id);
    response.headers.set("X-Request-Id", request_id);
    return response;
  }
}

type Result = "check_requested" | "delivery_followed" | "nothing_to_do" | "repeated";

const notSigned = () =>
  new AppError(
    "unauthenticated",
    "The address or the signature is not right; use the address and the secret of a connection in this server's settings.",
  );

async function handleDelivery(request: Request, request_id: string, parts: Parts): Promise<Result> {
  const { db, now } = parts;
  const connection_id = idSchema.safeParse(new URL(request.url).searchParams.get("connection"));
  const signature = request.headers.get("x-hub-signature-256");
  const webhook =
    connection_id.success && signature !== null
      ? await webhookOfConnection(db, { connection_id: connection_id.data })
      : null;
  if (!webhook || signature === null) throw notSigned();
  const bytes = await readBytes(request, MAX_DELIVERY_BYTES);
  // Exact for UTF-8, which JSON is; what is not cannot match its signature.
  const body = bytes.toString("utf8");
  const signed = await new Webhooks({ secret: webhook.webhook_secret })
    .verify(body, signature)
    .catch(() => false);
  if (!signed) throw notSigned();

  const { organization_id } = webhook;
  countRequest({ by: "caller", id: webhook.connection_id });
  const delivery = {
    organization_id,
    id: headerOf(request, "x-github-delivery"),
    event: headerOf(request, "x-github-event"),
    body_sha256: createHash("sha256").update(bytes).digest("hex"),
  };
  const payload = parseJsonObject(request, bytes);
  if (await isDelivered(db, delivery)) return "repeated";
  const caller = { id: webhook.connection_id, kind: "agent" } as const;
  const result = await inTurn(caller, () =>
    act(delivery.event, payload, { organization_id, request_id, parts }),
  );
  // Kept last: one that failed here may be delivered again. Two at once do the same, once.
  await recordDelivery(db, { ...delivery, now: now() });
  log().info({ request_id, organization_id, event: delivery.event, result }, "webhook");
  return result;
}

const MAX_HEADER = 200;

function headerOf(request: Request, name: string): string {
  const value = request.headers.get(name);
  if (!value || value.length > MAX_HEADER)
    throw new AppError(
      "invalid_input",
      `The header ${name} is missing or longer than ${MAX_HEADER} characters.`,
    );
  return value;
}

type Acting = { organization_id: string; request_id: string; parts: Parts };

async function act(event: string, payload: Record<string, unknown>, acting: Acting): Promise<Result> {
  if (event === "push") return pushed(payload, acting);
  if (event === "repository") return renamed(payload, acting);
  if (event === "pull_request") return pullRequestChanged(payload, acting);
  // `ping`, and events that somebody switched on without need.
  return "nothing_to_do";
}

const repositorySchema = z.object({
  full_name: z.string(),
  default_branch: z.string().optional(),
  clone_url: z.string().optional(),
  ssh_url: z.string().optional(),
});

const pushSchema = z.object({
  ref: z.string(),
  after: z.string(),
  forced: z.boolean().optional(),
  deleted: z.boolean().optional(),
  repository: repositorySchema,
});

function parsePayload<S extends z.ZodObject>(schema: S, payload: Record<string, unknown>): z.output<S> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const pointer = `/${parsed.error.issues[0]?.path.join("/") ?? ""}`;
  throw new AppError("invalid_input", `${pointer}: is not what this event has there.`);
}

async function pushed(payload: Record<string, unknown>, acting: Acting): Promise<Result> {
  const { ref, after, forced = false, deleted = false, repository } = parsePayload(pushSchema, payload);
  const { full_name, default_branch, clone_url, ssh_url } = repository;
  if (deleted || (default_branch !== undefined && ref !== `refs/heads/${default_branch}`))
    return "nothing_to_do";
  // Registered by its name, or under another name by its address.
  for (const name of [full_name, clone_url, ssh_url]) {
    if (name === undefined) continue;
    const answer = await runAsWebhook("repository_push", { repository: name, ref, after, forced }, acting);
    if (answer !== null) return answer.accepted === true ? "check_requested" : "nothing_to_do";
  }
  return "nothing_to_do";
}

const pullRequestSchema = z.object({
  action: z.string(),
  number: z.int(),
  repository: repositorySchema,
});

/** What it says of the pull request's state is not believed but asked for: deliveries may come late or out of order. */
async function pullRequestChanged(payload: Record<string, unknown>, acting: Acting): Promise<Result> {
  const { action, number, repository } = parsePayload(pullRequestSchema, payload);
  if (action !== "closed" && action !== "reopened") return "nothing_to_do";
  const { full_name, clone_url, ssh_url } = repository;
  for (const name of [full_name, clone_url, ssh_url]) {
    if (name === undefined) continue;
    const input = { repository: name, pull_request: number };
    const answer = await runAsWebhook("pull_request_follow", input, acting);
    if (answer !== null) return answer.accepted === true ? "delivery_followed" : "nothing_to_do";
  }
  return "nothing_to_do";
}

const renameSchema = z.object({
  action: z.string(),
  repository: repositorySchema,
  changes: z.object({ repository: z.object({ name: z.object({ from: z.string() }) }).optional() }).optional(),
});

/**
 * A repository that was renamed is called by its new name here too, or its pushes would not be known any more. Nothing
 * is removed with one that was deleted: its citations become unreachable, which says nothing against them.
 */
async function renamed(payload: Record<string, unknown>, acting: Acting): Promise<Result> {
  const { action, repository, changes } = parsePayload(renameSchema, payload);
  const from = changes?.repository?.name.from;
  if (action !== "renamed" || from === undefined) return "nothing_to_do";
  const [owner] = repository.full_name.split("/");
  await runAsWebhook(
    "repository_rename",
    { repository: `${owner}/${from}`, name: repository.full_name },
    acting,
  );
  return "nothing_to_do";
}

/**
 * Runs an operation for the organization whose connection signed the delivery. Null when it does not know what it is
 * about, which is none of the sender's business.
 */
async function runAsWebhook(
  name: string,
  input: Record<string, unknown>,
  { organization_id, request_id, parts }: Acting,
): Promise<Record<string, unknown> | null> {
  const operation = operations.find(({ contract }) => contract.name === name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  const actor = jobActor(organization_id, "github_webhook");
  try {
    return (await run(operation, input as never, { ...parts, actor, request_id })) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof AppError && ["invalid_input", "not_found", "conflict"].includes(error.code))
      return null;
    throw error;
  }
}
