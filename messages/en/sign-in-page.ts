/** Signing in: the page. */
export default {
  title: "Sign in to Casebook",
  enter: "Sign in",
  link_works_once: "Your link works once. Pressing the button uses it.",
  continue_with: "Continue with {name}",
  by_passkey: "Sign in with a passkey",
  by_link: "Sign in with a one-time link. On the machine that runs Casebook, this prints one:",
  by_link_instead: "Or sign in with a one-time link. On the machine that runs Casebook, this prints one:",
  new_link_command: "Command that prints a new sign-in link",
  new_link_else: "<code>npm start</code> prints one as well. Members ask an owner.",
  about: "The shared, verified memory of a team's coding agents.",
  link_used: "This link has been used or has expired.",
  link_used_remedy:
    "A link signs you in once, to the organization that it was made for. Get a new one on the machine that runs Casebook:",
  no_member: "This account is not a member here.",
  no_member_remedy:
    "Ask an owner to add its e-mail address under Settings, Members. The sign-in provider must mark that address as verified.",
  server_misconfigured: "Signing in is not set up correctly on this server.",
  server_misconfigured_remedy:
    "The people who run it find the reason in its log. A one-time link works meanwhile:",
  server_unreachable: "The server does not answer.",
  server_unreachable_remedy:
    "Your link has not been used. Check that Casebook is running, then press the button again.",
  sign_in_failed: "Signing in did not work.",
  sign_in_failed_remedy: "Nothing was changed. Try again, or use a one-time link:",
  passkey_unknown: "This passkey is not known here.",
  passkey_unknown_remedy:
    "It was removed here, or its owner is no longer a member. Sign in another way, and add it again.",
  no_passkey: "No passkey was used.",
};
