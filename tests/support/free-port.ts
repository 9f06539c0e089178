import { createServer } from "node:net";

/** A port of this machine that nothing listens at now. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.on("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === "object") done(address.port);
        else failed(new Error("The system gave no port."));
      });
    });
  });
}
