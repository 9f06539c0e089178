import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export type ReceivedMail = { to: string[]; raw: string };

/** An SMTP server on this machine that keeps what it is sent. */
export async function startMailServer() {
  const received: ReceivedMail[] = [];
  const state = { refuses: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      void text(stream).then((raw) => {
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
