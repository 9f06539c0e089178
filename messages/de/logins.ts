import type en from "../en/logins";

export default {
  device: "Gerät",
  this_browser: "dieser Browser",
  method: "Angemeldet per",
  method_link: "Einmal-Link",
  method_passkey: "Passkey",
  method_github: "GitHub",
  method_oidc: "Single-Sign-on",
  one_organization: "Der Link wurde für eine Organisation erstellt; diese Anmeldung gilt für keine andere",
  first_seen: "Zuerst gesehen",
  last_seen: "Zuletzt gesehen",
  actions: "Aktionen",
  end: "Abmelden",
  end_named: "{device} abmelden",
  of_member: "Anmeldungen von {name}",
  of_member_description:
    "Das Abmelden hier beendet nur den Zugang zu dieser Organisation; andere Organisationen der Person sind nicht betroffen.",
  of_member_ended: "{name} ist dort abgemeldet",
  of_member_not_ended: "Das Mitglied konnte nicht abgemeldet werden",
  unreadable: "Die Anmeldungen konnten nicht geladen werden.",
  nowhere: "Nirgends angemeldet.",
  done: "Fertig",
  end_all: "Überall abmelden",
} satisfies Record<keyof typeof en, string>;
