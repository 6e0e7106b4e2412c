import type { SipSettings } from "@offhook/contract";
import { C, UA, WebSocketInterface } from "jssip";
import type { EndEvent, OutgoingEvent, RTCSession, RTCSessionEventMap } from "jssip/lib/RTCSession";
import { createConnectionConfig, prepareAnswer, sendOffersSoon } from "../calls/call-connection.ts";
import { endReason } from "../calls/end-reasons.ts";
import type { LegEnd } from "../phone-model.ts";
import { closeWhenOpen } from "./quiet-socket.ts";
import type { AgentListener, CallNames, SessionListener, SipAgent, SipSession } from "./sip-port.ts";

/** Short, so that a registration is never older than a minute: "online" is then proved, not believed. */
const REGISTER_EXPIRES_S = 60;
const ANSWERED_ELSEWHERE = 200;
/** RFC 5626 §4.4.1: asks for a sign of life. */
const PING = "\r\n\r\n";

interface Headers {
  getHeader(name: string): string | undefined;
}

const namesFrom = (message: Headers): CallNames => ({
  callid: message.getHeader("X-Offhook-Call") ?? "",
  channel: message.getHeader("X-Offhook-Channel") ?? "",
});

/** SIP by JsSIP. This module is loaded when the first page has been painted, and only here is JsSIP known. */
export async function startJssipAgent(
  settings: SipSettings,
  listener: AgentListener,
  instanceId: string,
): Promise<SipAgent> {
  const address = new URL(settings.ws_url, window.location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocketInterface(address.href);
  watchData(socket, listener.heard);
  const whenClosed = closeWhenOpen(socket);
  const ua = new UA({
    sockets: [socket],
    uri: settings.uri,
    authorization_user: settings.username,
    password: settings.password,
    realm: settings.realm,
    instance_id: instanceId,
    register_expires: REGISTER_EXPIRES_S,
    user_agent: "Offhook",
  });
  let isStopped = false;
  const unlessStopped = (task: () => void) => (): void => {
    if (!isStopped) task();
  };
  ua.on("registered", unlessStopped(listener.registered));
  ua.on("registrationFailed", ({ response }) => {
    if (!isStopped) listener.refused(response?.status_code);
  });
  ua.on("disconnected", unlessStopped(listener.disconnected));
  const configOf = createConnectionConfig();
  let placedId = "";
  ua.on("newRTCSession", (event: { originator: string; session: RTCSession; request: unknown }) => {
    const request = event.request as Headers & { call_id: string };
    sendOffersSoon(event.session);
    if (event.originator === "remote") {
      prepareAnswer(event.session, configOf);
      const session = new JssipSession(event.session, request.call_id, configOf);
      listener.rang({ session, ...namesFrom(request), ...callerOf(event.session, request) });
    } else placedId = request.call_id;
  });
  ua.start();
  return {
    settings,
    call: (target, microphone) => {
      const session = ua.call(target, { mediaStream: microphone, pcConfig: configOf() });
      keepFailures(session.connection);
      return new JssipSession(session, placedId, configOf);
    },
    probe: () => void socket.send(PING),
    retire: () => ua.unregister(),
    stop: (isAbrupt) => {
      isStopped = true;
      // A websocket that is closed first cannot carry the BYEs JsSIP would send for every session.
      if (isAbrupt) disconnect(ua);
      ua.stop();
    },
    whenClosed,
  };
}

/** JsSIP keeps what comes to itself, and of a ping's answer it says nothing. */
function watchData(socket: WebSocketInterface, heard: () => void): void {
  let receive: (data: unknown) => void = () => {};
  Object.defineProperty(socket, "ondata", {
    get: () => receive,
    set: (next: (data: unknown) => void) => {
      receive = (data) => {
        heard();
        next(data);
      };
    },
  });
}

function disconnect(ua: UA): void {
  (ua as unknown as { transport: { disconnect(): void } | null }).transport?.disconnect();
}

function callerOf(session: RTCSession, request: Headers) {
  const { uri, display_name } = session.remote_identity;
  const number = uri.user === "anonymous" ? "private" : uri.user;
  const via = request.getHeader("X-Offhook-Via");
  const kind: "queue" | "huntgroup" =
    request.getHeader("X-Offhook-Via-Kind") === "huntgroup" ? "huntgroup" : "queue";
  return {
    number: number.replace(/^\+/, ""),
    caller: display_name ?? "",
    via: via === undefined ? undefined : { kind, name: decodeURIComponent(via) },
    doorbell: request.getHeader("X-Offhook-Doorbell") === "1",
  };
}

/** JsSIP hangs up when the connection fails, and the far end would hear it. A failed one is replaced instead. */
function keepFailures(connection: RTCPeerConnection): void {
  connection.addEventListener(
    "iceconnectionstatechange",
    (event) => {
      if (connection.iceConnectionState === "failed") event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

class JssipSession implements SipSession {
  readonly id: string;
  readonly #session: RTCSession;
  readonly #configOf: () => RTCConfiguration;

  constructor(session: RTCSession, id: string, configOf: () => RTCConfiguration) {
    this.#session = session;
    this.#configOf = configOf;
    this.id = id;
  }

  get connection(): RTCPeerConnection | undefined {
    return this.#session.connection ?? undefined;
  }

  answer(microphone: MediaStream): void {
    this.#session.answer({ mediaStream: microphone, pcConfig: this.#configOf() });
  }

  whenOnItsWay(): Promise<void> {
    const session = this.#session;
    // A call we place with its INVITE, one we answer when our 200 was answered in its turn.
    return new Promise((resolve) => {
      for (const name of ["sending", "confirmed", "failed", "ended"] as const)
        session.on(name, () => resolve());
    });
  }

  end(status?: number): void {
    if (this.#session.isEnded()) return;
    this.#session.terminate(
      status === undefined || this.#session.isEstablished() ? {} : { status_code: status },
    );
  }

  sendDigit(key: string): void {
    if (this.#session.isEstablished()) this.#session.sendDTMF(key);
  }

  renegotiate(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.#session.renegotiate({}, resolve)) reject(new Error("The call is busy with another change"));
    });
  }

  listen(listener: SessionListener): void {
    const session = this.#session;
    const on = <Name extends keyof RTCSessionEventMap>(name: Name, heard: RTCSessionEventMap[Name]): void =>
      void session.on(name, heard);
    on("progress", ((event: OutgoingEvent) => {
      if (event.originator === "remote")
        listener.progress(namesFrom(event.response), event.response.status_code);
    }) as RTCSessionEventMap["progress"]);
    on("accepted", ((event: Partial<OutgoingEvent>) => {
      if (event.response) listener.answered(namesFrom(event.response));
    }) as RTCSessionEventMap["accepted"]);
    // Ours to answer: with the answer to our offer there is somebody to talk to.
    if (session.direction === "incoming")
      on("confirmed", () => listener.answered({ callid: "", channel: "" }));
    const over = (event: EndEvent): void => listener.ended(legEndOf(event));
    on("ended", over);
    on("failed", over);
    on("peerconnection", ({ peerconnection }) => {
      keepFailures(peerconnection);
      listener.connected(peerconnection);
    });
    if (session.connection) listener.connected(session.connection);
  }
}

function legEndOf({ message, cause, originator }: EndEvent): LegEnd {
  const heard = message as (Headers & { status_code?: number }) | null;
  const reason = Number(/cause=(\d+)/.exec(heard?.getHeader?.("Reason") ?? "")?.[1] ?? 0);
  if (reason === ANSWERED_ELSEWHERE) return { kind: "elsewhere" };
  if (cause === C.causes.CONNECTION_ERROR || cause === C.causes.REQUEST_TIMEOUT) return { kind: "lost" };
  if (originator === "local") return { kind: "over", reason: undefined };
  return { kind: "over", reason: endReason(heard?.status_code ?? reason) };
}
