import { WebAuthnError } from "@simplewebauthn/browser";
import type { passkeyProblems } from "@/messages/compiled/passkey-problems";
import type { PlainKey } from "@/messages/message";

/** What a browser says of a passkey that it neither made nor used; null: it said nothing of the kind. */
export function passkeyProblem(error: unknown): PlainKey<typeof passkeyProblems> | null {
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return "present";
  if (!(error instanceof Error)) return null;
  if (error.name === "NotAllowedError") return "cancelled";
  if (error.name === "SecurityError") return "wrong_address";
  if (error.name === "NotSupportedError" || error.message.includes("WebAuthn is not supported"))
    return "unsupported";
  return null;
}
