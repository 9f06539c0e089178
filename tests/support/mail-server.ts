import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { to: string[]; raw: string };

/** The settings of a Casebook that sends its e-mail to a server. */
export const mailSettings = (server: { url: string }) => ({
  CASEBOOK_SMTP_URL: server.url,
  CASEBOOK_MAIL_FROM: "Casebook <casebook@example.test>",
  CASEBOOK_PUBLIC_URL: "http://casebook.test",
  CASEBOOK_ENCRYPTION_KEY: "a-key-for-this-test-of-some-length-1",
});

/** An SMTP server on this machine that keeps what it is sent. */
export async function startMailServer() {
  const received: ReceivedMail[] = [];
  /** `begun`: how many e-mails were handed over; while `held` is a promise, a new one is kept waiting for it. */
  const state: { refuses: boolean; begun: number; held: Promise<void> | null } = {
    refuses: false,
    begun: 0,
    held: null,
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      void text(stream).then(async (raw) => {
        state.begun += 1;
        await state.held;
        if (state.refuses) {
          done(new Error("The mailbox is full"));
          return;
        }
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    state,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The text of a mail as its reader sees it: quoted-printable decoded, lines joined. */
export function readable({ raw }: ReceivedMail): string {
  return raw
    .replaceAll("\r\n", "\n")
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
