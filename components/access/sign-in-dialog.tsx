"use client";

import { ExternalLink, Fingerprint, KeyRound } from "lucide-react";
import { signIn } from "next-auth/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { passkeyProblems } from "@/messages/compiled/passkey-problems";
import { signInAgain } from "@/messages/compiled/sign-in-again";
import { passkeyProblem } from "./passkey-problem";
import { signByPasskey } from "./sign-by-passkey";
import type { SignInWays } from "./sign-in-again";

/** Often enough that a login in another tab is noticed at once, seldom enough to be no burden. */
const LOOK_MS = 2_000;

/** The token of a one-time link, or of what is pasted as one. */
function tokenIn(pasted: string): string {
  try {
    return new URL(pasted.trim()).searchParams.get("token") ?? "";
  } catch {
    return pasted.trim();
  }
}

/** The ways in, over the page; `onClose` when the person gives up. */
export function SignInDialog({
  ways,
  look,
  onClose,
}: {
  ways: SignInWays;
  look: () => Promise<boolean>;
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={(next) => !next && onClose()}>
      <Ways ways={ways} look={look} />
    </Dialog>
  );
}

/** Looks again and again whether somebody is signed in, and at once when the tab is looked at. */
function useLooking(look: () => Promise<boolean>) {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === "visible") void latest.current();
    };
    const timer = setInterval(again, LOOK_MS);
    window.addEventListener("focus", again);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", again);
    };
  }, []);
}

const REFUSED = { link: "link_refused", passkey: "passkey_refused" } as const;

function Ways({ ways, look }: { ways: SignInWays; look: () => Promise<boolean> }) {
  const t = useMessages(signInAgain);
  const problemWords = useMessages(passkeyProblems);
  const [busy, setBusy] = useState<"link" | "passkey" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useLooking(look);

  const enter = async (provider: "link" | "passkey", proof: () => Promise<Record<string, string>>) => {
    setBusy(provider);
    setProblem(null);
    try {
      const answer = await signIn(provider, { ...(await proof()), redirect: false });
      if (answer?.error || !(await look())) setProblem(t(REFUSED[provider]));
    } catch (error) {
      const found = passkeyProblem(error);
      setProblem(found === null ? t("unreachable") : problemWords(found));
    } finally {
      setBusy(null);
    }
  };

  return (
    <DialogContent title={t("title")} description={t("description")}>
      <div className="flex flex-col gap-4 text-sm">
        {problem !== null && (
          <p role="alert" className="rounded-md border border-warn/40 bg-warn-soft/60 p-3">
            {problem}
          </p>
        )}
        {ways.passkeys && (
          <Button
            variant="primary"
            className="h-10 w-full justify-between"
            busy={busy === "passkey"}
            disabled={busy !== null}
            onClick={() => void enter("passkey", async () => ({ response: await signByPasskey() }))}
          >
            {t("by_passkey")}
            <Fingerprint aria-hidden />
          </Button>
        )}
        {ways.providers.map(({ id, name }) => (
          <Button key={id} asChild className="h-10 w-full justify-between">
            <a href="/sign-in?callbackUrl=/" target="_blank" rel="noopener">
              {t("continue_elsewhere", { name })}
              <ExternalLink aria-hidden />
            </a>
          </Button>
        ))}
        {ways.links && (
          <ByLink
            busy={busy !== null}
            onSend={(token) => void enter("link", () => Promise.resolve({ token }))}
          />
        )}
      </div>
    </DialogContent>
  );
}

function ByLink({ busy, onSend }: { busy: boolean; onSend: (token: string) => void }) {
  const t = useMessages(signInAgain);
  const [pasted, setPasted] = useState("");
  const token = tokenIn(pasted);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (token !== "") onSend(token);
  };
  return (
    <form className="flex flex-col gap-2" onSubmit={send}>
      <Field label={t("link")} hint={t("link_hint")}>
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            value={pasted}
            maxLength={2_000}
            onChange={(event) => setPasted(event.target.value)}
          />
        )}
      </Field>
      <CodeBlock code="npm run casebook -- sign-in-link" label={t("new_link_command")} />
      <p className="text-muted-foreground text-xs">{t("new_link_where")}</p>
      <Button type="submit" variant="primary" className="self-end" busy={busy} disabled={token === ""}>
        <KeyRound aria-hidden />
        {t("enter")}
      </Button>
    </form>
  );
}
