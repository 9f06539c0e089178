import { redirect } from "next/navigation";
import { titled } from "@/app/messages";
import { SignIn } from "@/components/access/sign-in";
import { currentActor } from "@/lib/doors/server";
import { offersPasskeys, publicUrl, signInProviders, signsInByLinks } from "@/lib/doors/server/site";
import { safeCallbackPath } from "@/lib/kernel/callback-path";

export const generateMetadata = titled("sign_in");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const one = (value: string | string[] | undefined) => {
  if (Array.isArray(value)) return value[0];
  return value;
};

/** Opening the page changes nothing: a link's preview must not use the link up, so signing in takes a press. */
export default async function SignInPage({ searchParams }: Props) {
  const { token, callbackUrl, error } = await searchParams;
  const callback_path = safeCallbackPath({ wanted: one(callbackUrl), base: publicUrl() });
  if (await currentActor()) redirect(callback_path);
  return (
    <SignIn
      token={one(token) ?? null}
      error={one(error) ?? null}
      callback_path={callback_path}
      providers={signInProviders()}
      links={signsInByLinks()}
      passkeys={offersPasskeys()}
    />
  );
}
