import "server-only";

/** What pages need to know about this server beside its operations: where it is, and how people sign in. */
export { signInProviders } from "@/lib/access/members/login";
export { publicUrl } from "@/lib/env";
