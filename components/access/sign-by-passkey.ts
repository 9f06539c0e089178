import { startAuthentication } from "@simplewebauthn/browser";

/** Asks the browser for a passkey of this server. @returns what it signed, as JSON. @throws when there is none. */
export async function signByPasskey(): Promise<string> {
  const response = await fetch("/api/auth/passkey", { method: "POST" });
  if (!response.ok) throw new Error("unreachable");
  return JSON.stringify(await startAuthentication({ optionsJSON: await response.json() }));
}
