import type { UserId } from "@offhook/chat";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import { type ChatCodeSender, normalCredential } from "./chat-code-sender.ts";
import {
  type CredentialKey,
  countWrongResetCode,
  deleteResetCode,
  findCredentialOwner,
  findResetCode,
  lockChatCredentials,
  saveResetCode,
} from "./chat-credential-repository.ts";

const CODE_MINUTES = 15;
const MAX_WRONG_CODES = 3;
const PURPOSE = "reset";

const WORDS = {
  subject: "Reset your chat password",
  opening: "Hello, this is the code to set a new password for your team chat account:",
  closing: `It is valid for ${CODE_MINUTES} minutes. If you did not ask for it, you can ignore this mail.`,
  text: (code: string) =>
    `${code} resets your Offhook chat password. It is valid for ${CODE_MINUTES} minutes.`,
};

export interface ChatResetsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sender: ChatCodeSender;
}

/** New passwords for those who have confirmed an address and forgotten the old one. */
export class ChatResets {
  readonly #deps: ChatResetsDeps;

  constructor(deps: ChatResetsDeps) {
    this.#deps = deps;
  }

  /** `basic:email:ana@phone.example`. Whether anybody has the address is not told. */
  async request(secret: string): Promise<"done" | "malformed" | "unsupported"> {
    const [scheme, method, ...rest] = secret.split(":");
    if (method === undefined || rest.length === 0) return "malformed";
    const { sender, database, clock } = this.#deps;
    if (scheme !== "basic" || !sender.methods.includes(method)) return "unsupported";
    const value = normalCredential(method, rest.join(":"));
    if (value === undefined) return "done";
    await database.transaction(async (tx) => {
      await lockChatCredentials(tx.query, [`${method}:${value}`]);
      const user = await findCredentialOwner(tx.query, { method, value });
      if (user === undefined) return;
      const lifetimeMs = CODE_MINUTES * 60_000;
      const request = { method, value, user: undefined, purpose: PURPOSE, lifetimeMs, words: WORDS };
      const code_hash = await sender.send(tx, request);
      if (!code_hash) return;
      const expires_at = new Date(clock.now() + lifetimeMs);
      await saveResetCode(tx.query, { method, value }, { chat_user_id: user, code_hash, expires_at });
    });
    return "done";
  }

  /** `123456:email:ana@phone.example`: whose it is. A right code is good once. */
  async take(secret: string): Promise<UserId | "failed" | "malformed"> {
    const [code, method, ...rest] = secret.split(":");
    if (code === undefined || method === undefined || rest.length === 0) return "malformed";
    const value = normalCredential(method, rest.join(":"));
    if (value === undefined) return "failed";
    return this.#deps.database.transaction(async (tx) => {
      const key: CredentialKey = { method, value };
      const row = await findResetCode(tx.query, key);
      if (!row || row.wrong_codes >= MAX_WRONG_CODES) return "failed";
      if (row.expires_at.getTime() <= this.#deps.clock.now()) return "failed";
      if (!this.#deps.sender.isRight(row.code_hash, code, { ...key, purpose: PURPOSE })) {
        await countWrongResetCode(tx.query, key);
        return "failed";
      }
      await deleteResetCode(tx.query, key);
      return row.chat_user_id;
    });
  }
}
