import type en from "../en/refusals";

export default {
  agent_not_allowed: "Nicht bedient, und nichts daraus gelernt",
  agent_not_allowed_said: "nicht bedient, und nichts daraus gelernt",
  agent_not_allowed_remedy:
    "Fügen Sie seinen Typ oder Namen in den Einstellungen zu den erlaubten Agenten hinzu.",
  agent_type_not_allowed: "Unter diesem Typ nichts daraus gelernt",
  agent_type_not_allowed_said: "unter diesem Typ nichts daraus gelernt",
  agent_type_not_allowed_remedy:
    "Sein Schlüssel ist an andere Agententypen gebunden; erstellen Sie einen Schlüssel, der für jeden Agententyp gilt.",
  repository_not_allowed: "In diesem Repository nichts daraus gelernt",
  repository_not_allowed_said: "in diesem Repository nichts daraus gelernt",
  repository_not_allowed_remedy: "Sein Schlüssel ist an andere Repositorys gebunden.",
  global_not_allowed: "Nicht für die ganze Organisation gespeichert",
  global_not_allowed_said: "nicht für die ganze Organisation gespeichert",
  global_not_allowed_remedy:
    "Seinem Schlüssel fehlt memories:global, daher gilt die Memory enger; ein Lead kann eine einzelne Memory global machen.",
  refused: "{agent} als {agent_type}",
  refused_called: "{agent} als {agent_type}, genannt {called}",
  a_person: "eine Person",
} satisfies Record<keyof typeof en, string>;
