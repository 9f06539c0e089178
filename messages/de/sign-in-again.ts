import type en from "../en/sign-in-again";

export default {
  title: "Ihre Anmeldung ist abgelaufen",
  description:
    "Melden Sie sich wieder an, hier oder in einem anderen Tab. Danach geht es dort weiter, wo Sie waren; nichts, was Sie geschrieben haben, ist verloren.",
  by_passkey: "Mit einem Passkey anmelden",
  continue_elsewhere: "Weiter mit {name} in einem anderen Tab",
  link: "Einmal-Link",
  link_hint: "Fügen Sie ihn hier ein, oder öffnen Sie ihn in einem anderen Tab dieses Browsers.",
  new_link_command: "Befehl, der einen neuen Anmelde-Link ausgibt",
  new_link_where: "Auf dem Rechner, auf dem Casebook läuft; Mitglieder fragen einen Eigentümer.",
  enter: "Anmelden",
  link_refused:
    "Dieser Link wurde schon verwendet, ist abgelaufen oder kein Anmelde-Link. Holen Sie sich einen neuen und fügen Sie ihn hier ein.",
  passkey_refused: "Dieser Passkey ist hier nicht bekannt. Melden Sie sich auf andere Weise an.",
  unreachable: "Der Server antwortet nicht. Es ging nichts verloren; versuchen Sie es noch einmal.",
} satisfies Record<keyof typeof en, string>;
