import { UA } from "jssip";
import type { RTCSession } from "jssip/lib/RTCSession";
import { afterEach, expect, test, vi } from "vitest";
import { createConnectionConfig, prepareAnswer, sendOffersSoon } from "./call-connection.ts";

const PATIENCE = { timeout: 20_000 };

/** A websocket to a phone system that the test plays. */
class PlayedSocket {
  via_transport = "WS";
  readonly url = "ws://phone.example/sip";
  readonly sip_uri = "sip:phone.example;transport=ws";
  readonly sent: string[] = [];
  onconnect(): void {}
  ondisconnect(): void {}
  ondata(_data: string): void {}
  connect(): void {
    this.onconnect();
  }
  disconnect(): void {}
  isConnected(): boolean {
    return true;
  }
  isConnecting(): boolean {
    return false;
  }
  send(message: string): boolean {
    this.sent.push(message);
    return true;
  }
}

const request = (method: string): string =>
  [
    `${method} sip:dev@page.invalid SIP/2.0`,
    "Via: SIP/2.0/WS phone.example;branch=z9hG4bK-1",
    "Max-Forwards: 70",
    "From: <sip:101@phone.example>;tag=theirs",
    "To: <sip:102@phone.example>",
    "Call-ID: call-1",
    `CSeq: 1 ${method}`,
    "Contact: <sip:offhook@phone.example;transport=ws>",
    "Content-Length: 0",
    "",
    "",
  ].join("\r\n");

const agents: UA[] = [];

/** A call that rings, and the connections that were made for it. */
async function aRingingCall() {
  const socket = new PlayedSocket();
  const ua = new UA({ sockets: [socket as never], uri: "sip:dev@phone.example", register: false });
  agents.push(ua);
  const made: RTCPeerConnection[] = [];
  const setLocal = vi.spyOn(RTCPeerConnection.prototype, "setLocalDescription");
  const rang = new Promise<RTCSession>((resolve) => {
    ua.on("newRTCSession", ({ session }: { session: RTCSession }) => {
      sendOffersSoon(session);
      prepareAnswer(session, createConnectionConfig());
      session.on("peerconnection", ({ peerconnection }) => made.push(peerconnection));
      resolve(session);
    });
  });
  ua.start();
  socket.ondata(request("INVITE"));
  const session = await rang;
  const prepared = async (): Promise<RTCPeerConnection> => {
    await vi.waitFor(() => expect(setLocal).toHaveBeenCalled(), PATIENCE);
    return setLocal.mock.contexts[0] as RTCPeerConnection;
  };
  return { socket, session, made, prepared };
}

const aMicrophone = (): MediaStream => new AudioContext().createMediaStreamDestination().stream;
const ufragOf = (sdp: string | undefined): string | undefined => /a=ice-ufrag:(\S+)/.exec(sdp ?? "")?.[1];

afterEach(() => {
  vi.restoreAllMocks();
  for (const ua of agents.splice(0)) ua.stop();
});

test("[SPEED2] the connection that was prepared while it rang carries the answer, with the microphone in it", async () => {
  const { socket, session, made, prepared } = await aRingingCall();
  const connection = await prepared();
  await vi.waitFor(() => expect(connection.localDescription).not.toBeNull(), PATIENCE);
  const ufrag = ufragOf(connection.localDescription?.sdp);
  session.answer({ mediaStream: aMicrophone() });
  await vi.waitFor(() => expect(socket.sent.at(-1)).toMatch(/^SIP\/2\.0 200 /), PATIENCE);
  expect(made).toEqual([connection]);
  expect(ufragOf(socket.sent.at(-1))).toBe(ufrag);
  expect(socket.sent.at(-1)).toMatch(/a=candidate:/);
  expect(connection.getTransceivers()).toHaveLength(1);
  expect(connection.getSenders()[0]?.track?.kind).toBe("audio");
  session.terminate();
  expect(connection.connectionState).toBe("closed");
});

test("[SPEED2] one that nobody needs is closed", async () => {
  const { socket, session, prepared } = await aRingingCall();
  const connection = await prepared();
  socket.ondata(request("CANCEL"));
  expect(session.isEnded()).toBe(true);
  expect(connection.signalingState).toBe("closed");
});

test("[SPEED2] whoever answers at once does not wait for it", async () => {
  const { socket, session, made } = await aRingingCall();
  session.answer({ mediaStream: aMicrophone() });
  await vi.waitFor(() => expect(socket.sent.at(-1)).toMatch(/^SIP\/2\.0 200 /), PATIENCE);
  expect(made).toHaveLength(1);
});
