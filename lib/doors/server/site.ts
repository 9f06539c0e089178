import "server-only";

/** What pages need to know about this server beside its operations: where it is, and how people sign in. */
export { signInProviders, signsInByLinks } from "@/lib/access/logins/providers";
export { offersPasskeys } from "@/lib/access/passkeys/relying-party";
export { publicUrl } from "@/lib/env";
