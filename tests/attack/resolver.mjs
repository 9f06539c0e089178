/**
 * Loaded into a server that is attacked: names below `attack.test` mean what the attack wants, and what is sent to the
 * public address of one of them arrives at a port of this machine.
 */
import dns from "node:dns";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";

const PUBLIC = "93.184.215.14";
const ANSWERS = {
  "loopback.attack.test": [["127.0.0.1"]],
  "six.attack.test": [["::1"]],
  "mapped.attack.test": [["::ffff:127.0.0.1"]],
  "metadata.attack.test": [["169.254.169.254"]],
  "inside.attack.test": [["10.0.0.1"]],
  "several.attack.test": [[PUBLIC, "127.0.0.1"]],
  "public.attack.test": [[PUBLIC]],
  // Another answer from the second time on.
  "rebinding.attack.test": [[PUBLIC], ["127.0.0.1"]],
};
const asked = new Map();

function answerOf(name) {
  const answers = ANSWERS[name.toLowerCase()];
  if (answers === undefined) return null;
  const count = asked.get(name) ?? 0;
  asked.set(name, count + 1);
  return answers[Math.min(count, answers.length - 1)].map((address) => ({
    address,
    family: address.includes(":") ? 6 : 4,
  }));
}

const { lookup } = dns;
dns.lookup = (name, options, callback) => {
  const found = answerOf(name);
  if (found === null) return lookup(name, options, callback);
  const done = typeof options === "function" ? options : callback;
  if (options?.all) return process.nextTick(done, null, found);
  return process.nextTick(done, null, found[0].address, found[0].family);
};
const lookupLater = dns.promises.lookup;
dns.promises.lookup = async (name, options) => {
  const found = answerOf(name);
  if (found === null) return lookupLater(name, options);
  return options?.all ? found : found[0];
};
syncBuiltinESMExports();

const { createConnection } = http.Agent.prototype;
http.Agent.prototype.createConnection = function connect(options, callback) {
  const inside = options.host === "public.attack.test";
  const here = {
    ...options,
    host: "127.0.0.1",
    port: Number(process.env.ATTACK_PUBLIC_PORT),
    lookup: undefined,
  };
  return createConnection.call(this, inside ? here : options, callback);
};
