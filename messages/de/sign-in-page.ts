import type en from "../en/sign-in-page";

export default {
  title: "Bei Casebook anmelden",
  enter: "Anmelden",
  link_works_once: "Ihr Link funktioniert einmal. Ein Klick auf die Schaltfläche verbraucht ihn.",
  continue_with: "Weiter mit {name}",
  by_passkey: "Mit einem Passkey anmelden",
  by_link:
    "Melden Sie sich mit einem Einmal-Link an. Auf dem Rechner, auf dem Casebook läuft, gibt dies einen aus:",
  by_link_instead:
    "Oder melden Sie sich mit einem Einmal-Link an. Auf dem Rechner, auf dem Casebook läuft, gibt dies einen aus:",
  new_link_command: "Befehl, der einen neuen Anmelde-Link ausgibt",
  new_link_else: "Auch <code>npm start</code> gibt einen aus. Mitglieder fragen einen Eigentümer.",
  about: "Das gemeinsame, geprüfte Gedächtnis der Coding-Agenten eines Teams.",
  link_used: "Dieser Link wurde schon verwendet oder ist abgelaufen.",
  link_used_remedy:
    "Ein Link meldet Sie einmal an, bei der Organisation, für die er erstellt wurde. Einen neuen bekommen Sie auf dem Rechner, auf dem Casebook läuft:",
  no_member: "Dieses Konto ist hier kein Mitglied.",
  no_member_remedy:
    "Bitten Sie einen Eigentümer, die E-Mail-Adresse des Kontos unter „Einstellungen“, „Mitglieder“ hinzuzufügen. Der Anmeldedienst muss die Adresse als bestätigt ausweisen.",
  server_misconfigured: "Die Anmeldung ist auf diesem Server nicht richtig eingerichtet.",
  server_misconfigured_remedy:
    "Die Betreiber des Servers finden den Grund in seinem Protokoll. Ein Einmal-Link funktioniert bis dahin:",
  server_unreachable: "Der Server antwortet nicht.",
  server_unreachable_remedy:
    "Ihr Link wurde nicht verbraucht. Prüfen Sie, ob Casebook läuft, und klicken Sie noch einmal auf die Schaltfläche.",
  sign_in_failed: "Die Anmeldung hat nicht funktioniert.",
  sign_in_failed_remedy:
    "Es wurde nichts geändert. Versuchen Sie es noch einmal, oder verwenden Sie einen Einmal-Link:",
  passkey_unknown: "Dieser Passkey ist hier nicht bekannt.",
  passkey_unknown_remedy:
    "Er wurde hier entfernt, oder sein Besitzer ist kein Mitglied mehr. Melden Sie sich auf andere Weise an und fügen Sie ihn wieder hinzu.",
  no_passkey: "Es wurde kein Passkey verwendet.",
} satisfies Record<keyof typeof en, string>;
