import { forgetDrafts } from "@/components/pieces/use-draft";

/** Ends the login, forgets what was written and not sent, and shows the sign-in page. */
export async function signOutAndForget(): Promise<void> {
  forgetDrafts();
  const { signOut } = await import("next-auth/react");
  await signOut({ callbackUrl: "/sign-in" });
}
