import { Scope } from "@offhook/kernel";
import { openOutboxStorage } from "../../platform/outbox/outbox-storage.ts";
import { openTabNews } from "../../platform/outbox/tab-news.ts";
import type { Platform } from "../../platform/platform.ts";
import type { SignOutReason } from "../../platform/sign-out-hooks.ts";
import { ChatFiles } from "./files/chat-files.ts";
import { ChatFailure } from "./link/chat-failure.ts";
import { ChatLink, type ChatSocket, type ChatSocketListener } from "./link/chat-link.ts";
import { type ComposedMessage, type OldMessage, readOldMessage } from "./store/outgoing-message.ts";
import { TeamsChat } from "./store/teams-chat.ts";
import { sortedTopics, type TeamsState, totalUnread } from "./store/teams-state.ts";
import { nameOf } from "./store/topic.ts";
import type { NamedChat, TeamsDoor } from "./teams-door.ts";

export interface TeamsWiring {
  readonly platform: Platform;
  readonly door: TeamsDoor;
  readonly userId: number;
  readonly notify: (text: string) => void;
}

const CLOSE_NORMALLY = 1000;

/** Makes the chat of the signed-in user and ties it to network and session. Returns what ends it. */
export function connectTeams({ platform, door, userId, notify }: TeamsWiring): Scope {
  const { browser, network, signOutHooks } = platform;
  const origin = serviceOrigin(platform);
  const log = (...parts: unknown[]): void => browser.log.add(browser.clock.now(), "warn", parts);
  const link = new ChatLink({
    clock: browser.clock,
    random: browser.random,
    openSocket: (listener) => openSocket(origin, platform.config.chat?.apiKey ?? "", listener),
    secret: (renew) => secretOf(platform, renew),
    userAgent: `Offhook/${platform.config.version}`,
    language: navigator.language,
    reportError: browser.reportError,
    onRefused: (verb, { code, message }) => log("Chat refused", verb, code, message),
  });
  const access = { origin, apiKey: platform.config.chat?.apiKey ?? "", token: tokenOf(link) };
  const database = `offhook-chat-${userId}`;
  const outboxName = `${database}-outbox`;
  const report = (failure: unknown): void => {
    // A lost line is no defect: it shows in the chat's own state, and what was asked is asked again when it is back.
    if (!(failure instanceof ChatFailure && failure.code === 0)) browser.reportError(failure);
  };
  const chat = new TeamsChat({
    link,
    files: new ChatFiles(
      access,
      (...request) => browser.fetch(...request),
      (failure) => log("A file could not be uploaded", failure),
    ),
    outboxName,
    storage: openOutboxStorage<ComposedMessage, OldMessage>({
      database: outboxName,
      table: "outbox",
      readOld: readOldMessage,
    }),
    lock: browser.lock,
    news: openTabNews(outboxName),
    clock: browser.clock,
    newId: () => crypto.randomUUID(),
    cacheName: database,
    report,
    markAllRead: () => platform.client.markTeamsRead(),
  });
  const scope = new Scope();
  let reason: SignOutReason | undefined;
  scope.add(() => void chat.stop(reason === "signOut").catch(report));
  scope.add(
    signOutHooks.add((why) => {
      reason = why;
      scope.close();
    }),
  );
  scope.add(chat.store.subscribe((state) => door.unread.setState(totalUnread(state), true)));
  scope.add(
    chat.store.subscribe((now, before) => {
      if (now.topics !== before.topics || now.people !== before.people)
        door.chats.setState(namedChats(now), true);
    }),
  );
  scope.add(chat.events.on("notice", notify));
  scope.add(network.onRecovery(() => chat.wake()));
  scope.add(followWindow(chat, link, network));
  void chat.start().catch(report);
  door.open(chat);
  return scope;
}

function namedChats({ topics, people }: TeamsState): readonly NamedChat[] {
  return sortedTopics(topics).map(({ topic: { id, nickname, fn } }) => {
    const person = people.get(id);
    return { id, name: nickname || (person ? nameOf(person) : "") || fn };
  });
}

/** The token of the last sign-in, or of the first one to come. */
function tokenOf(link: ChatLink): () => Promise<string> {
  let token = new Promise<string>((resolve) => {
    link.on("ready", (identity) => {
      resolve(identity.token);
      token = Promise.resolve(identity.token);
    });
  });
  return () => token;
}

/** A broken line is often the first sign of an outage; a window that comes to the front wants to know. */
function followWindow(chat: TeamsChat, link: ChatLink, network: Platform["network"]): () => void {
  const scope = new Scope();
  const wake = (): void => {
    if (document.visibilityState === "visible") chat.wake();
  };
  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  scope.add(() => window.removeEventListener("online", wake));
  scope.add(() => document.removeEventListener("visibilitychange", wake));
  scope.add(
    link.on("state", ({ name }) => {
      if (name === "waiting") network.suspect();
    }),
  );
  scope.add(
    network.subscribe(() => {
      if (network.state === "down") link.disconnect();
    }),
  );
  return () => scope.close();
}

function serviceOrigin({ config, browser }: Platform): string {
  return (config.chat?.address ?? browser.origin).replace(/\/+$/, "");
}

/** The account's token is the key to chat. A refused one is renewed by whatever the service is asked next. */
async function secretOf({ auth, client, config }: Platform, renew: boolean): Promise<string> {
  if (renew) await client.getUnread();
  const text = `${config.appKey}:${auth.current?.token ?? ""}`;
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

function openSocket(origin: string, apiKey: string, listener: ChatSocketListener): ChatSocket {
  const url = new URL("/v0/channels", origin);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("apikey", apiKey);
  const socket = new WebSocket(url);
  socket.onopen = () => listener.opened();
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") listener.received(data);
  };
  socket.onclose = () => listener.closed();
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: (code = CLOSE_NORMALLY) => {
      // A browser complains of a socket that is closed before it was open: such a one is closed as soon as it is.
      if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close(code);
      else socket.close(code);
    },
  };
}
