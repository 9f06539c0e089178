import type en from "../en/passkey-problems";

export default {
  present: "Dieses Gerät hat schon einen Ihrer Passkeys.",
  cancelled: "Es wurde abgebrochen oder dauerte zu lange. Es wurde nichts geändert.",
  wrong_address:
    "Der Browser verweigert Passkeys unter dieser Adresse. Öffnen Sie Casebook unter seiner öffentlichen Adresse.",
  unsupported: "Dieser Browser unterstützt keine Passkeys.",
} satisfies Record<keyof typeof en, string>;
