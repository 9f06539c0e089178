import type en from "../en/refusals";

export default {
  agent_not_allowed: "Nicht bedient, und nichts davon gelernt",
  agent_not_allowed_said: "nicht bedient, und nichts davon gelernt",
  agent_not_allowed_remedy:
    "Fügen Sie seinen Typ oder Namen in den Einstellungen zu den erlaubten Agenten hinzu.",
  agent_type_not_allowed: "Als dieser Typ nichts davon gelernt",
  agent_type_not_allowed_said: "als dieser Typ nichts davon gelernt",
  agent_type_not_allowed_remedy:
    "Sein Schlüssel ist an andere Agententypen gebunden; erstellen Sie einen Schlüssel für jeden Agententyp.",
  repository_not_allowed: "In diesem Repository nichts davon gelernt",
  repository_not_allowed_said: "in diesem Repository nichts davon gelernt",
  repository_not_allowed_remedy: "Sein Schlüssel ist an andere Repositorys gebunden.",
  global_not_allowed: "Nicht für die ganze Organisation gespeichert",
  global_not_allowed_said: "nicht für die ganze Organisation gespeichert",
  global_not_allowed_remedy:
    "Seinem Schlüssel fehlt memories:global, daher gilt die Memory enger; ein Lead kann eine einzelne Memory global machen.",
  refused: "{agent} als {agent_type}",
  refused_called: "{agent} als {agent_type}, genannt {called}",
  a_person: "eine Person",
} satisfies Record<keyof typeof en, string>;
