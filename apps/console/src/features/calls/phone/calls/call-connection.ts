import type { RTCSession } from "jssip/lib/RTCSession";

/** Nobody answers sooner, and the card that rings comes first. */
const PREPARE_AFTER_MS = 100;

/** What JsSIP keeps to itself of a session. */
interface SessionInternals {
  _connection: RTCPeerConnection | null;
  _createRTCConnection(config: RTCConfiguration): void;
  emit(name: "peerconnection", event: { readonly peerconnection: RTCPeerConnection }): void;
}

/**
 * What the connections of all calls are made with. A browser makes a certificate for each connection that brings none,
 * and a call would wait for it; ours is made ahead.
 */
export function createConnectionConfig(): () => RTCConfiguration {
  const config: RTCConfiguration = { iceServers: [], bundlePolicy: "max-bundle" };
  const algorithm: EcKeyGenParams = { name: "ECDSA", namedCurve: "P-256" };
  RTCPeerConnection.generateCertificate(algorithm).then(
    (certificate) => {
      config.certificates = [certificate];
    },
    // Without one every connection makes its own, as it always could.
    () => {},
  );
  return () => config;
}

/**
 * JsSIP sends an offer when all addresses of this machine are known, which takes a while. The first ones will do: the
 * phone system answers to whatever address the packets come from.
 */
export function sendOffersSoon(session: RTCSession): void {
  session.on("icecandidate", ({ ready }) => void setTimeout(ready));
}

/**
 * JsSIP makes the connection of an incoming call when that is answered. This one is made while the call rings, without
 * a microphone, so that its offer and its addresses are there by then.
 */
export function prepareAnswer(session: RTCSession, config: () => RTCConfiguration): void {
  const internals = session as unknown as SessionInternals;
  let prepared: RTCPeerConnection | undefined;
  const timer = setTimeout(() => {
    if (session.isEnded() || session.connection) return;
    const connection = new RTCPeerConnection(config());
    prepared = connection;
    connection.addTransceiver("audio");
    // Whatever is wrong with it, JsSIP meets it again with the answer and tells.
    connection.setLocalDescription().catch(() => {});
    internals._createRTCConnection = () => {
      internals._connection = connection;
      internals.emit("peerconnection", { peerconnection: connection });
    };
  }, PREPARE_AFTER_MS);
  const discard = (): void => {
    clearTimeout(timer);
    prepared?.close();
  };
  session.on("ended", discard);
  session.on("failed", discard);
}
