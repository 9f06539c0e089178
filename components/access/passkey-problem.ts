import { WebAuthnError } from "@simplewebauthn/browser";

/** What a browser says of a passkey that it neither made nor used, in words; null: it said nothing of the kind. */
export function passkeyProblem(error: unknown): string | null {
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return "This device already has one of your passkeys.";
  if (!(error instanceof Error)) return null;
  if (error.name === "NotAllowedError") return "It was cancelled, or took too long. Nothing was changed.";
  if (error.name === "SecurityError")
    return "The browser refuses passkeys at this address. Open Casebook at its public address.";
  if (error.name === "NotSupportedError" || error.message.includes("WebAuthn is not supported"))
    return "This browser does not support passkeys.";
  return null;
}
