import type { ReactNode } from "react";
import { ConnectCommands } from "@/components/pieces/connect-commands";
import { CodeBlock } from "@/components/ui/code-block";
import { DialogContent } from "@/components/ui/dialog";
import { DialogDone } from "@/components/ui/dialog-done";
import { useMessages } from "@/components/ui/messages";
import { agentKeysDialogs } from "@/messages/compiled/agent-keys-dialogs";

/** A new key, the only time that it can be seen, with the commands that put it to use. */
export function ShownOnce({
  agent,
  agent_key,
  address,
  children,
}: {
  agent: string;
  agent_key: string;
  address: string;
  /** What else is to know about it. */
  children?: ReactNode;
}) {
  const t = useMessages(agentKeysDialogs);
  return (
    <DialogContent
      title={t("shown_title", { agent })}
      description={t("shown_once")}
      className="max-w-2xl"
      isShownOnce
    >
      <div className="flex flex-col gap-4">
        {children}
        <CodeBlock code={agent_key} label={t("shown_key")} wrap />
        <ConnectCommands address={address} agent_key={agent_key} />
      </div>
      <DialogDone>{t("done")}</DialogDone>
    </DialogContent>
  );
}
