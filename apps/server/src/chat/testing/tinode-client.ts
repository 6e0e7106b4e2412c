import "./tinode-globals.ts";
import { createRequire } from "node:module";

/** As much of the stock client as the tests use. It comes without types. */
export interface TinodeTopic {
  readonly name: string;
  readonly seq: number;
  readonly public: unknown;
  onData: ((data: TinodeMessage | undefined) => void) | undefined;
  onInfo: ((info: Readonly<Record<string, unknown>>) => void) | undefined;
  onPres: ((pres: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Of the user's own topic only. */
  onCredsUpdated: ((credentials: unknown) => void) | undefined;
  delCredential(method: string, value: string): Promise<TinodeCtrl>;
  onMetaDesc: ((topic: TinodeTopic) => void) | undefined;
  subscribe(get?: unknown, set?: unknown): Promise<TinodeCtrl>;
  leave(unsub: boolean): Promise<TinodeCtrl>;
  publish(content: unknown, noEcho?: boolean): Promise<TinodeCtrl>;
  createMessage(content: unknown, noEcho?: boolean): TinodeDraft;
  publishMessage(draft: TinodeDraft): Promise<TinodeCtrl>;
  publishDraft(draft: TinodeDraft, promise?: Promise<unknown>): Promise<TinodeCtrl>;
  getMeta(query: unknown): Promise<unknown>;
  setMeta(change: unknown): Promise<TinodeCtrl>;
  invite(user: string, mode: string): Promise<TinodeCtrl>;
  delMessagesList(seqs: readonly number[], hard: boolean): Promise<TinodeCtrl>;
  delTopic(hard: boolean): Promise<TinodeCtrl>;
  delSubscription(user: string): Promise<TinodeCtrl>;
  noteRead(seq?: number): void;
  noteRecv(seq?: number): void;
  noteKeyPress(): void;
  subscribers(call: (user: { readonly user: string }) => void): void;
  contacts(call: (contact: Readonly<Record<string, unknown>>) => void): void;
  messages(call: (message: TinodeMessage) => void): void;
  /** Of the topic that finds people only. */
  checkTagUniqueness(tag: string, caller: string): Promise<boolean>;
  startMetaQuery(): MetaQuery;
}
interface MetaQuery {
  withLaterDesc(): MetaQuery;
  withDesc(): MetaQuery;
  withLaterSub(): MetaQuery;
  withSub(): MetaQuery;
  withTags(): MetaQuery;
  withCred(): MetaQuery;
  withAux(): MetaQuery;
  withLaterData(limit?: number): MetaQuery;
  withData(since?: number, before?: number, limit?: number): MetaQuery;
  withEarlierData(limit?: number): MetaQuery;
  withLaterDel(limit?: number): MetaQuery;
  build(): unknown;
}
interface TinodeCtrl {
  readonly code: number;
  readonly topic?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
export interface TinodeMessage {
  readonly seq: number;
  readonly from: string;
  readonly content: unknown;
  readonly head?: Readonly<Record<string, unknown>>;
  readonly ts: Date;
}
interface TinodeDraft {
  head?: Record<string, unknown>;
}
export interface TinodeClient {
  onDisconnect: ((failure: unknown) => void) | undefined;
  connect(): Promise<TinodeCtrl>;
  disconnect(): void;
  isConnected(): boolean;
  note(topic: string, what: string, seq?: number, unread?: number): void;
  createAccountBasic(login: string, password: string, params?: unknown): Promise<TinodeCtrl>;
  updateAccountBasic(user: string, login: string, password: string, params?: unknown): Promise<TinodeCtrl>;
  requestResetAuthSecret(scheme: string, method: string, value: string): Promise<TinodeCtrl>;
  loginBasic(login: string, password: string, cred?: unknown): Promise<TinodeCtrl>;
  login(scheme: string, secret: string): Promise<TinodeCtrl>;
  loginToken(token: string, cred?: unknown): Promise<TinodeCtrl>;
  isAuthenticated(): boolean;
  getAuthToken(): { readonly token: string };
  getCurrentUserID(): string;
  getServerInfo(): Readonly<Record<string, unknown>>;
  getTopic(name: string): TinodeTopic;
  getMeTopic(): TinodeTopic;
  getFndTopic(): TinodeTopic;
  newGroupTopicName(isChannel: boolean): string;
  getLargeFileHelper(): { upload(file: Blob, avatarFor?: string): Promise<string> };
}

interface TinodeOptions {
  readonly appName: string;
  readonly host: string;
  readonly apiKey: string;
  readonly transport: "ws" | "lp";
  readonly secure: boolean;
  readonly platform: string;
  readonly persist: boolean;
}

const { Tinode } = createRequire(import.meta.url)("tinode-sdk") as {
  Tinode: new (options: TinodeOptions) => TinodeClient;
};

/** The key stock web clients carry. */
export const PUBLIC_API_KEY = "AQEAAAABAAD_rAp4DJh05a1HAwFT3A6K";

export function createTinodeClient(origin: string, transport: "ws" | "lp" = "ws"): TinodeClient {
  const host = origin.replace("http://", "");
  const options = {
    appName: "test",
    host,
    apiKey: PUBLIC_API_KEY,
    secure: false,
    platform: "web",
    persist: false,
  };
  const client = new Tinode({ ...options, transport });
  const note = client.note.bind(client);
  // It says what it has received a tenth of a second later, and throws where nobody can catch it if it has left by then.
  client.note = (...told) => {
    if (client.isConnected()) note(...told);
  };
  return client;
}
