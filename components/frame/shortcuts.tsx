"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Keys } from "@/components/ui/kbd";
import { useShortcutList } from "@/components/ui/shortcuts";

/** The group of the shortcuts that work on every screen. */
export const GENERAL_GROUP = "Everywhere";

/** The cheatsheet: what the keyboard can do here and now, this screen's shortcuts first. */
export function Shortcuts({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const shortcuts = useShortcutList();
  const names = [...new Set(shortcuts.map(({ group }) => group))];
  const groups = [...names.filter((name) => name !== GENERAL_GROUP), GENERAL_GROUP];
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Keyboard shortcuts">
        <div className="flex flex-col gap-4">
          {groups.map((group) => (
            <section key={group} aria-label={group}>
              <h3 className="mb-1 text-muted-foreground text-xs">{group}</h3>
              <dl>
                {shortcuts
                  .filter((shortcut) => shortcut.group === group)
                  .map((shortcut) => (
                    <div
                      key={shortcut.keys}
                      className="flex h-8 items-center justify-between border-b text-sm last:border-b-0"
                    >
                      <dt>{shortcut.label}</dt>
                      <dd>
                        <Keys keys={shortcut.keys} />
                      </dd>
                    </div>
                  ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  );
}
