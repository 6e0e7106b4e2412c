import { randomInt, timingSafeEqual } from "node:crypto";
import type { UserId } from "@offhook/chat";
import { type Clock, isStorable } from "@offhook/kernel";
import type { Transaction } from "../../database/database.ts";
import type { Outbox } from "../../platform/loops/outbox.ts";
import { composeMail } from "../../platform/mail/mail-layout.ts";
import { hashWithKey } from "../../platform/secrets/secrets.ts";
import { type CredentialKey, countCodesSent, noteCodeSent } from "./chat-credential-repository.ts";

const HOUR_MS = 3_600_000;
/** To one address, and for one user, whatever the codes are for. */
const CODES_PER_HOUR = 5;

export interface ChatCodeSenderDeps {
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, "mail" | "text" | "canText">;
  readonly key: Uint8Array;
}

interface CodeWords {
  readonly subject: string;
  readonly opening: string;
  readonly closing: string;
  readonly text: (code: string) => string;
}

export interface CodeRequest extends CredentialKey {
  /** The user who asked, if known. */
  readonly user: UserId | undefined;
  /** What the code is good for; one for another purpose is wrong. */
  readonly purpose: string;
  readonly lifetimeMs: number;
  readonly words: CodeWords;
}

/** Codes of six digits that show who can read a mailbox or a phone. */
export class ChatCodeSender {
  readonly #deps: ChatCodeSenderDeps;

  constructor(deps: ChatCodeSenderDeps) {
    this.#deps = deps;
  }

  get methods(): readonly string[] {
    return this.#deps.outbox.canText ? ["email", "tel"] : ["email"];
  }

  /** What to keep of the code that goes out with the transaction; undefined when this address was sent too many. */
  async send(tx: Transaction, request: CodeRequest): Promise<Buffer | undefined> {
    const { clock, outbox } = this.#deps;
    const { method, value, user, words, lifetimeMs } = request;
    const [now, since] = [new Date(clock.now()), new Date(clock.now() - HOUR_MS)];
    if ((await countCodesSent(tx.query, { method, value, user, since })) >= CODES_PER_HOUR) return undefined;
    await noteCodeSent(tx.query, { method, value, chat_user_id: user ?? null, sent_at: now }, since);
    const code = String(randomInt(1_000_000)).padStart(6, "0");
    if (method === "tel") await outbox.text(tx, { to: value, text: words.text(code) }, lifetimeMs);
    else {
      const content = { subject: words.subject, paragraphs: [words.opening, words.closing], code };
      await outbox.mail(tx, composeMail(value, content), lifetimeMs);
    }
    return this.#hash(request, code);
  }

  isRight(stored: Buffer, code: string, about: CredentialKey & { readonly purpose: string }): boolean {
    return timingSafeEqual(stored, this.#hash(about, code.trim()));
  }

  #hash({ purpose, method, value }: CredentialKey & { readonly purpose: string }, code: string): Buffer {
    return hashWithKey(this.#deps.key, purpose, method, value, code);
  }
}

const MAX_ADDRESS_LENGTH = 128;
// What stands before and after the sign is up to the mail server; a space or a second sign is a typing error.
const MAIL_ADDRESS = /^[^\s@"<>(),:;\\]+@[^\s@"<>(),:;\\]+$/;
const PHONE_NUMBER = /^\+?\d{7,15}$/;

/** As it is stored and compared; undefined for what is no address or number. */
export function normalCredential(method: string, value: string): string | undefined {
  if (value.length > MAX_ADDRESS_LENGTH || !isStorable(value)) return undefined;
  if (method === "email") return MAIL_ADDRESS.test(value) ? value.toLowerCase() : undefined;
  const digits = value.replace(/[\s().-]/g, "");
  return PHONE_NUMBER.test(digits) ? `+${digits.replace("+", "")}` : undefined;
}
