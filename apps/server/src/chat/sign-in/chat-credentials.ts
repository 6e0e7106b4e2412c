import type { CredentialBook, CredentialOutcome, CredentialProblem, UserId } from "@offhook/chat";
import type { ChatConfirmation, ChatCredential } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../database/database.ts";
import { type ChatCodeSender, normalCredential } from "./chat-code-sender.ts";
import {
  type CredentialKey,
  type CredentialRow,
  changeChatUserTags,
  confirmChatCredential,
  countWrongCode,
  deleteChatCredential,
  findAccountAddress,
  isCredentialTaken,
  listChatCredentials,
  lockChatCredentials,
  saveWaitingCredential,
} from "./chat-credential-repository.ts";

const CODE_HOURS = 1;
const CODE_MS = CODE_HOURS * 3_600_000;
const MAX_WRONG_CODES = 4;
const PURPOSE = "confirm";
const NOTHING: CredentialOutcome = { kind: "nothing" };

const WORDS = {
  subject: "Confirm your address",
  opening: "Hello, this is the code to confirm this address for your team chat account:",
  closing: `It is valid for ${CODE_HOURS} hour. If you did not ask for it, you can ignore this mail.`,
  text: (code: string) => `${code} is your Offhook chat code. It is valid for ${CODE_HOURS} hour.`,
};

export interface ChatCredentialsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sender: ChatCodeSender;
  /** Off where accounts come from the product alone: their addresses are confirmed elsewhere. */
  readonly isOn: boolean;
  /** What accounts made over chat must have confirmed before they are let in. */
  readonly required: readonly string[];
}

/** The addresses and numbers of chat users. */
export class ChatCredentials implements CredentialBook {
  readonly #deps: ChatCredentialsDeps;

  constructor(deps: ChatCredentialsDeps) {
    this.#deps = deps;
  }

  get required(): readonly string[] {
    return this.#deps.required;
  }

  /** Each method once, those it knows, with something to confirm: the last word counts. */
  given(cred: readonly ChatCredential[]): ReadonlyMap<string, string> {
    const byMethod = new Map<string, string>();
    for (const { meth, val } of cred) if (meth && val && this.#knows(meth)) byMethod.set(meth, val);
    return byMethod;
  }

  async list(user: UserId): Promise<ChatConfirmation[]> {
    const { query } = this.#deps.database;
    const address = await findAccountAddress(query, user);
    const rows = await listChatCredentials(query, user);
    return [
      ...(address === undefined ? [] : [{ meth: "email", val: address, done: true }]),
      ...rows.map(({ method, value, confirmed_at }) => ({
        meth: method,
        val: value,
        ...(confirmed_at === null ? {} : { done: true }),
      })),
    ];
  }

  /** What this user must still confirm; nothing for accounts of the product. */
  async missing(user: UserId, isOfProduct: boolean): Promise<string[]> {
    const { required, database } = this.#deps;
    if (required.length === 0 || isOfProduct) return [];
    const rows = await listChatCredentials(database.query, user);
    return required.filter(
      (method) => !rows.some((row) => row.method === method && row.confirmed_at !== null),
    );
  }

  async request(user: UserId, meth: string, val: string): Promise<CredentialOutcome> {
    if (!this.#knows(meth)) return NOTHING;
    const problem = await this.#deps.database.transaction((tx) => this.requestWithin(tx, user, meth, val));
    return problem === undefined ? { kind: "done", areTagsChanged: false } : refused(problem);
  }

  /** The code goes out when the transaction does. */
  async requestWithin(
    tx: Transaction,
    user: UserId,
    method: string,
    given: string,
  ): Promise<CredentialProblem | undefined> {
    const value = normalCredential(method, given);
    if (value === undefined) return "malformed";
    await lockChatCredentials(tx.query, [user, `${method}:${value}`]);
    if (await isCredentialTaken(tx.query, { method, value })) return "duplicate";
    const { sender, clock } = this.#deps;
    const request = { method, value, user, purpose: PURPOSE, lifetimeMs: CODE_MS, words: WORDS };
    const code_hash = await sender.send(tx, request);
    if (!code_hash) return "policy";
    const now = clock.now();
    await saveWaitingCredential(tx.query, user, {
      method,
      value,
      code_hash,
      code_expires_at: new Date(now + CODE_MS),
      created_at: new Date(now),
    });
    return undefined;
  }

  async confirm(user: UserId, meth: string, code: string): Promise<CredentialOutcome> {
    if (!this.#knows(meth)) return NOTHING;
    return this.#deps.database.transaction(async (tx) => {
      const asked = await findWaiting(tx, user, meth);
      // Both in one go: a request for a code takes them in the same order.
      if (asked) await lockChatCredentials(tx.query, [user, `${meth}:${asked.value}`]);
      const waiting = await findWaiting(tx, user, meth);
      if (!waiting || waiting.value !== asked?.value) return refused("notFound");
      if (waiting.wrong_codes > MAX_WRONG_CODES) return refused("policy");
      if (this.#isRight(waiting, code)) return this.#accept(tx, user, waiting);
      await countWrongCode(tx.query, user, waiting);
      return refused("wrongCode");
    });
  }

  #isRight({ code_hash, code_expires_at, method, value }: CredentialRow, code: string): boolean {
    if (!code_hash || !code_expires_at) return false;
    if (code_expires_at.getTime() <= this.#deps.clock.now()) return false;
    return this.#deps.sender.isRight(code_hash, code, { method, value, purpose: PURPOSE });
  }

  /** Somebody else may have confirmed it meanwhile. */
  async #accept(tx: Transaction, user: UserId, key: CredentialKey): Promise<CredentialOutcome> {
    const { method, value } = key;
    if (await isCredentialTaken(tx.query, key)) return refused("duplicate");
    await confirmChatCredential(tx.query, user, key, new Date(this.#deps.clock.now()));
    const areTagsChanged = await changeChatUserTags(tx.query, user, { add: `${method}:${value}` });
    return { kind: "done", areTagsChanged };
  }

  async remove(user: UserId, meth: string, val: string): Promise<CredentialOutcome> {
    const value = this.#knows(meth) ? normalCredential(meth, val) : undefined;
    if (value === undefined) return refused("malformed");
    return this.#deps.database.transaction(async (tx) => {
      await lockChatCredentials(tx.query, [user]);
      if (await this.#mustStay(tx, user, { method: meth, value })) return refused("policy");
      if (!(await deleteChatCredential(tx.query, user, { method: meth, value }))) return NOTHING;
      const areTagsChanged = await changeChatUserTags(tx.query, user, { remove: `${meth}:${value}` });
      return { kind: "done", areTagsChanged };
    });
  }

  /** The address of an account of the product, and the last one of a kind that is asked for. */
  async #mustStay(tx: Transaction, user: UserId, { method, value }: CredentialKey): Promise<boolean> {
    const address = await findAccountAddress(tx.query, user);
    if (method === "email" && address?.toLowerCase() === value) return true;
    if (address !== undefined || !this.#deps.required.includes(method)) return false;
    const confirmed = (await listChatCredentials(tx.query, user)).filter(
      (row) => row.method === method && row.confirmed_at !== null,
    );
    return confirmed.length === 1 && confirmed[0]?.value === value;
  }

  #knows(method: string): boolean {
    return this.#deps.isOn && this.#deps.sender.methods.includes(method);
  }
}

async function findWaiting(
  tx: Transaction,
  user: UserId,
  method: string,
): Promise<CredentialRow | undefined> {
  const rows = await listChatCredentials(tx.query, user);
  return rows.find((row) => row.method === method && row.confirmed_at === null);
}

function refused(problem: CredentialProblem): CredentialOutcome {
  return { kind: "refused", problem };
}
