"use client";

import { DECISION_KEY_MEANINGS, DECISION_KEYS, DECISIONS } from "@/components/pieces/decision-keys";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Keys } from "@/components/ui/kbd";
import { useMessages } from "@/components/ui/messages";
import { useShortcutList } from "@/components/ui/shortcuts";
import { decisionKeys } from "@/messages/compiled/decision-keys";
import { frame } from "@/messages/compiled/frame";
import { frameShortcuts } from "@/messages/compiled/frame-shortcuts";

function KeyRow({ keys, label }: { keys: string; label: string }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 border-b py-1 text-sm last:border-b-0">
      <dt>{label}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}

/** The cheatsheet: what the keyboard can do here and now, this screen's shortcuts first. */
export function Shortcuts({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useMessages(frameShortcuts);
  const meanings = useMessages(decisionKeys);
  const everywhere = useMessages(frame)("keys_everywhere");
  const shortcuts = useShortcutList();
  const names = [...new Set(shortcuts.map(({ group }) => group))];
  const groups = [...names.filter((name) => name !== everywhere), everywhere];
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("title")} isReading>
        <div className="flex flex-col gap-4">
          {groups.map((group) => (
            <section key={group} aria-label={group}>
              <h3 className="mb-1 text-muted-foreground text-xs">{group}</h3>
              <dl>
                {shortcuts
                  .filter((shortcut) => shortcut.group === group)
                  .map((shortcut) => (
                    <KeyRow key={shortcut.keys} keys={shortcut.keys} label={shortcut.label} />
                  ))}
              </dl>
            </section>
          ))}
          <section aria-label={t("every_queue")}>
            <h3 className="mb-1 text-muted-foreground text-xs">{t("every_queue")}</h3>
            <dl>
              {DECISIONS.map((decision) => (
                <KeyRow
                  key={decision}
                  keys={DECISION_KEYS[decision]}
                  label={meanings(DECISION_KEY_MEANINGS[decision])}
                />
              ))}
              <KeyRow keys="mod+Enter" label={t("submit_dialog")} />
            </dl>
          </section>
        </div>
      </DialogContent>
    </Dialog>
  );
}
