"use client";

import { ArrowRight, Fingerprint, KeyRound, TriangleAlert } from "lucide-react";
import { signIn } from "next-auth/react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { useMessages } from "@/components/ui/messages";
import { safeCallbackPath } from "@/lib/kernel/callback-path";
import { passkeyProblems } from "@/messages/compiled/passkey-problems";
import { signInPage } from "@/messages/compiled/sign-in-page";
import type { PlainKey } from "@/messages/message";
import { passkeyProblem } from "./passkey-problem";
import { signByPasskey } from "./sign-by-passkey";

type Provider = { id: string; name: string };

type Failure = {
  happened: PlainKey<typeof signInPage>;
  /** What to do, as this page says it or as it is said of passkeys. */
  remedy: { page: PlainKey<typeof signInPage> } | { passkey: PlainKey<typeof passkeyProblems> };
  new_link: boolean;
};

const LINK_USED: Failure = {
  happened: "link_used",
  remedy: { page: "link_used_remedy" },
  new_link: true,
};

/** What next-auth's error codes mean for the person in front of the page. */
function explain(code: string): Failure {
  if (code === "AccessDenied" || code === "OAuthAccountNotLinked")
    return { happened: "no_member", remedy: { page: "no_member_remedy" }, new_link: false };
  if (code === "Configuration")
    return {
      happened: "server_misconfigured",
      remedy: { page: "server_misconfigured_remedy" },
      new_link: true,
    };
  if (code === "unreachable")
    return { happened: "server_unreachable", remedy: { page: "server_unreachable_remedy" }, new_link: false };
  return { happened: "sign_in_failed", remedy: { page: "sign_in_failed_remedy" }, new_link: true };
}

const PASSKEY_REFUSED: Failure = {
  happened: "passkey_unknown",
  remedy: { page: "passkey_unknown_remedy" },
  new_link: true,
};

function passkeyFailure(error: unknown): Failure {
  const passkey = passkeyProblem(error);
  if (passkey === null) return explain("unreachable");
  return { happened: "no_passkey", remedy: { passkey }, new_link: false };
}

function Remedy({ remedy }: Pick<Failure, "remedy">) {
  const t = useMessages(signInPage);
  const problemWords = useMessages(passkeyProblems);
  if ("page" in remedy) return t(remedy.page);
  return problemWords(remedy.passkey);
}

function NewLink() {
  const t = useMessages(signInPage);
  return (
    <div className="mt-2 flex flex-col gap-1.5">
      <CodeBlock code="npm run casebook -- sign-in-link" label={t("new_link_command")} />
      <p className="text-muted-foreground text-xs">
        {t.rich("new_link_else", { code: (command) => <code>{command}</code> })}
      </p>
    </div>
  );
}

/** The ways in that this server offers. A one-time link waits for a press, so that nothing else can use it up. */
export function SignIn({
  token,
  error,
  callback_path,
  providers,
  links,
  passkeys,
}: {
  token: string | null;
  error: string | null;
  callback_path: string;
  providers: readonly Provider[];
  /** Whether one-time links sign in. */
  links: boolean;
  passkeys: boolean;
}) {
  const t = useMessages(signInPage);
  const [failure, setFailure] = useState<Failure | null>(error === null ? null : explain(error));
  const [busy, setBusy] = useState<string | null>(null);
  const linkIsSpent = failure === LINK_USED;

  const enter = async (provider: "link" | "passkey", proof: Record<string, string>, refused: Failure) => {
    const sent = { ...proof, callbackUrl: callback_path, redirect: false } as const;
    const answer = await signIn(provider, sent).catch(() => undefined);
    // A full load: the page behind it is rendered for the person who just came in.
    if (answer?.ok && !answer.error)
      return window.location.assign(
        safeCallbackPath({ wanted: callback_path, base: window.location.origin }),
      );
    setBusy(null);
    setFailure(answer?.error === "CredentialsSignin" ? refused : explain(answer?.error ?? "unreachable"));
  };

  const signInByLink = (link_token: string) => {
    setBusy("link");
    return enter("link", { token: link_token }, LINK_USED);
  };

  const signInByPasskey = async () => {
    setBusy("passkey");
    try {
      await enter("passkey", { response: await signByPasskey() }, PASSKEY_REFUSED);
    } catch (error) {
      setBusy(null);
      setFailure(passkeyFailure(error));
    }
  };

  return (
    <main id="main" className="flex min-h-dvh items-center justify-center px-4 py-12">
      <div className="flex w-full max-w-sm flex-col gap-5">
        <div className="flex items-center gap-2.5">
          <Mark />
          <h1 className="font-semibold text-lg">{t("title")}</h1>
        </div>
        {failure !== null && (
          <div role="alert" className="rounded-md border border-warn/40 bg-warn-soft/60 p-3.5 text-sm">
            <p className="flex items-center gap-2 font-medium">
              <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />
              {t(failure.happened)}
            </p>
            <p className="mt-1 text-pretty">
              <Remedy remedy={failure.remedy} />
            </p>
            {failure.new_link && links && <NewLink />}
          </div>
        )}
        {links && token !== null && !linkIsSpent && (
          <div className="flex flex-col gap-2">
            <Button
              variant="primary"
              className="h-10 w-full"
              busy={busy === "link"}
              disabled={busy !== null}
              onClick={() => void signInByLink(token)}
            >
              {busy !== "link" && <KeyRound aria-hidden />}
              {t("enter")}
            </Button>
            <p className="text-muted-foreground text-xs">{t("link_works_once")}</p>
          </div>
        )}
        {providers.length > 0 && (
          <div className="flex flex-col gap-2">
            {providers.map((provider) => (
              <Button
                key={provider.id}
                className="h-10 w-full justify-between"
                busy={busy === provider.id}
                disabled={busy !== null}
                onClick={() => {
                  setBusy(provider.id);
                  signIn(provider.id, { callbackUrl: callback_path }).catch(() => {
                    setBusy(null);
                    setFailure(explain("unreachable"));
                  });
                }}
              >
                {t("continue_with", { name: provider.name })}
                <ArrowRight aria-hidden />
              </Button>
            ))}
          </div>
        )}
        {passkeys && (
          <Button
            className="h-10 w-full justify-between"
            busy={busy === "passkey"}
            disabled={busy !== null}
            onClick={() => void signInByPasskey()}
          >
            {t("by_passkey")}
            <Fingerprint aria-hidden />
          </Button>
        )}
        {links && token === null && !failure?.new_link && (
          <div className="text-sm">
            <p className="text-pretty">
              {t(providers.length > 0 || passkeys ? "by_link_instead" : "by_link")}
            </p>
            <NewLink />
          </div>
        )}
        <p className="border-t pt-4 text-muted-foreground text-xs">{t("about")}</p>
      </div>
    </main>
  );
}

/** The case of the wordmark; here it leads nowhere, so it is no link. */
function Mark() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className="size-7 shrink-0">
      <path d="M4 2.5h10.5A1.5 1.5 0 0 1 16 4v12a1.5 1.5 0 0 1-1.5 1.5H4z" fill="var(--primary)" />
      <path d="M6.5 2.5v15" stroke="var(--primary-foreground)" strokeWidth="1" opacity="0.7" />
      <path
        d="m8.8 10.2 1.7 1.7 3-3.4"
        fill="none"
        stroke="var(--primary-foreground)"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
