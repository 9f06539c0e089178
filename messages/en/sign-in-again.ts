/** Signing in again, over the page. */
export default {
  title: "Your login has ended",
  description:
    "Sign in again, here or in another tab. Then you continue where you were; nothing you wrote is lost.",
  by_passkey: "Sign in with a passkey",
  continue_elsewhere: "Continue with {name} in another tab",
  link: "One-time link",
  link_hint: "Paste it here, or open it in another tab of this browser.",
  new_link_command: "Command that prints a new sign-in link",
  new_link_where: "On the machine that runs Casebook; members ask an owner.",
  enter: "Sign in",
  link_refused:
    "This link was used already, has expired, or is not a sign-in link. Get a new one and paste it here.",
  passkey_refused: "This passkey is not known here. Sign in another way.",
  unreachable: "The server does not answer. Nothing was lost; try again.",
};
