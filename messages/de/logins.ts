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
  make_link: "Neuer Anmelde-Link",
  no_link_made: "Es wurde kein Anmelde-Link erstellt",
  link_made: "Ein Anmelde-Link für {name}",
  link_made_description:
    "Geben Sie der Person diesen Link selbst; es wird keine E-Mail gesendet. Er wird nur jetzt gezeigt, funktioniert einmal und nur für diese Organisation. Ein früherer Link, der nicht benutzt wurde, funktioniert nicht mehr.",
  done: "Fertig",
  end_all: "Überall abmelden",
} satisfies Record<keyof typeof en, string>;
