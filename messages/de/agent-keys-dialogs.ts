import type en from "../en/agent-keys-dialogs";

export default {
  shown_title: "Schlüssel für {agent}",
  shown_once:
    "Er wird nur dieses eine Mal gezeigt. Verwahren Sie ihn dort, wo der Agent läuft, nie in einem Repository.",
  shown_key: "Agentenschlüssel",
  done: "Fertig",
  cancel: "Abbrechen",
  rotate_title: "{name} erneuern?",
  rotate_effect:
    "Ein neues Geheimnis mit demselben Namen, demselben Agenten, denselben Rechten und Repositorys. Der alte Schlüssel funktioniert noch so lange, wie Sie wählen, damit Sie den Agenten umstellen können.",
  rotate: "Erneuern",
  old_key: "Der alte Schlüssel",
  overlap_none: "endet sofort",
  overlap_hour: "funktioniert noch 1 Stunde",
  overlap_day: "24 Stunden",
  overlap_week: "7 Tage",
  overlap_none_meaning:
    "Für einen Schlüssel, den andere gesehen haben könnten. Agenten, die ihn noch verwenden, werden sofort abgewiesen.",
  old_key_refused: "Der alte Schlüssel <code>{prefix}…</code> wird ab jetzt abgewiesen.",
  old_key_ends: "Der alte Schlüssel <code>{prefix}…</code> endet <when></when>.",
  revoke_title: "{name} widerrufen?",
  revoke: "Widerrufen",
  revoke_effect:
    "Jeder Agent mit diesem Schlüssel wird ab jetzt abgewiesen. Was er geschrieben hat, bleibt. Ein widerrufener Schlüssel lässt sich nicht wiederherstellen; erneuern Sie ihn stattdessen, wenn sein Agent weiterarbeiten soll.",
  revoke_made:
    "Auch die Schlüssel widerrufen, die ein Agent damit erstellt hat, und die mit diesen erstellten: <named>{names}</named>",
  revoked: "Der Schlüssel {name} ist widerrufen",
  revoked_with_made: "Der Schlüssel {name} und die damit erstellten Schlüssel sind widerrufen",
} satisfies Record<keyof typeof en, string>;
