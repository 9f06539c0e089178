import type en from "../en/screen";

export default {
  failed: "Diese Ansicht konnte nicht angezeigt werden.",
  failed_safe: "Es wurde nichts geändert.",
  failed_remedy:
    "Versuchen Sie es noch einmal. Bleibt es dabei, nennen Sie den Betreibern dieses Servers die Anfrage unten; sein Protokoll sagt, warum.",
  failed_remedy_here:
    "Versuchen Sie es noch einmal. Bleibt es dabei, laden Sie die Seite neu und sagen Sie den Betreibern dieses Servers, was Sie getan haben.",
  loading: "Wird geladen",
} satisfies Record<keyof typeof en, string>;
