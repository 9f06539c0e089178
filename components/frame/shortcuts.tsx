"use client";

import { DECISION_KEY_MEANINGS, DECISION_KEYS, DECISIONS } from "@/components/pieces/decision-keys";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Keys } from "@/components/ui/kbd";
import { useShortcutList } from "@/components/ui/shortcuts";
import { GENERAL_GROUP } from "./shortcut-groups";

/** What the keys mean wherever items are decided one by one. */
const QUEUES_GROUP = "In every queue";

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
  const shortcuts = useShortcutList();
  const names = [...new Set(shortcuts.map(({ group }) => group))];
  const groups = [...names.filter((name) => name !== GENERAL_GROUP), GENERAL_GROUP];
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Keyboard shortcuts" isReading>
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
          <section aria-label={QUEUES_GROUP}>
            <h3 className="mb-1 text-muted-foreground text-xs">{QUEUES_GROUP}</h3>
            <dl>
              {DECISIONS.map((decision) => (
                <KeyRow
                  key={decision}
                  keys={DECISION_KEYS[decision]}
                  label={DECISION_KEY_MEANINGS[decision]}
                />
              ))}
              <KeyRow keys="mod+Enter" label="Submit a dialog" />
            </dl>
          </section>
        </div>
      </DialogContent>
    </Dialog>
  );
}
