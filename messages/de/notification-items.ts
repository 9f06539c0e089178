import type en from "../en/notification-items";

export default {
  empty: "Keine Benachrichtigungen",
  empty_meaning:
    "Sie werden hier benachrichtigt, wenn jemand Sie erwähnt oder Ihnen etwas zuweist oder wenn etwas Neues auf Sie wartet.",
  notifications: "Benachrichtigungen",
  unread: "Ungelesen: ",
} satisfies Record<keyof typeof en, string>;
