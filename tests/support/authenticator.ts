import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;
const AAGUID = Buffer.alloc(16);

export type Signing = { challenge: string; origin: string; rp_id: string };

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** What an authenticator and its browser do with one passkey, without either: see Web Authentication, level 3. */
export class Authenticator {
  readonly id = randomBytes(32).toString("base64url");
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject };
  /** How often it was used; 0 for ever where it does not count. */
  counter: number;
  /** Whether the person unlocked it. */
  verifies = true;

  constructor({ counts = true }: { counts?: boolean } = {}) {
    this.keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.counter = counts ? 1 : 0;
  }

  private data(rp_id: string, flags: number): Buffer {
    const verified = this.verifies ? USER_VERIFIED : 0;
    const all = USER_PRESENT | verified | BACKUP_ELIGIBLE | BACKED_UP | flags;
    return Buffer.concat([sha256(rp_id), Buffer.from([all]), fourBytes(this.counter)]);
  }

  /** `RegistrationResponseJSON` */
  register({ challenge, origin, rp_id }: Signing) {
    const { x = "", y = "" } = this.keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([0, id.length]);
    const credential = Buffer.concat([AAGUID, length, id, isoCBOR.encode(key)]);
    const authData = new Uint8Array(Buffer.concat([this.data(rp_id, HAS_CREDENTIAL), credential]));
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key" as const,
      response: {
        clientDataJSON: clientData({ type: "webauthn.create", challenge, origin }).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** `AuthenticationResponseJSON`, as a browser sends it. */
  sign({ challenge, origin, rp_id }: Signing): string {
    if (this.counter > 0) this.counter += 1;
    const data = this.data(rp_id, 0);
    const client = clientData({ type: "webauthn.get", challenge, origin });
    const signature = createSign("sha256")
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.keys.privateKey);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      },
    });
  }
}

const clientData = (data: { type: string; challenge: string; origin: string }): Buffer =>
  Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
