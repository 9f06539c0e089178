export { publish } from "./feed/publish";
export { mailProblem, mailServer, verifyMail } from "./mail/transport";
