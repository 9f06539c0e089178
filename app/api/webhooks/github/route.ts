import { handleGithubWebhook } from "@/lib/doors/webhooks";

export const POST = (request: Request) => handleGithubWebhook(request);
