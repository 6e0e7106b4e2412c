/** Where the far end wants its audio, in one of the two codecs every carrier speaks. */
export interface RemoteAudio {
  readonly address: string;
  readonly port: number;
  readonly codec: { readonly name: "PCMU" | "PCMA"; readonly payloadType: 0 | 8 };
  readonly telephoneEvent: { readonly payloadType: number; readonly clockRate: number } | undefined;
}

const EVENT_TYPE = 101;

/** An offer or answer as carriers write it: G.711 and keys, nothing else. Fax machines press none. */
export function describeAudio(
  local: { readonly address: string; readonly port: number },
  remote?: RemoteAudio,
  kind: "voice" | "fax" = "voice",
): string {
  const types = remote ? [remote.codec.payloadType] : ([0, 8] as const);
  const keys = remote ? remote.telephoneEvent?.payloadType : EVENT_TYPE;
  const eventType = kind === "fax" ? undefined : keys;
  const all = eventType === undefined ? types : [...types, eventType];
  return [
    "v=0",
    `o=carrier ${local.port} 1 IN IP4 ${local.address}`,
    "s=-",
    `c=IN IP4 ${local.address}`,
    "t=0 0",
    `m=audio ${local.port} RTP/AVP ${all.join(" ")}`,
    ...types.map((type) => `a=rtpmap:${type} ${type === 0 ? "PCMU" : "PCMA"}/8000`),
    ...(eventType === undefined
      ? []
      : [`a=rtpmap:${eventType} telephone-event/8000`, `a=fmtp:${eventType} 0-15`]),
    "a=ptime:20",
    ...(kind === "fax" ? ["a=silenceSupp:off - - - -"] : []),
    "a=sendrecv",
    "",
  ].join("\r\n");
}

/** Undefined for a description without audio that we could play. */
export function readAudio(text: string): RemoteAudio | undefined {
  const address = /^c=IN IP4 (\S+)/m.exec(text)?.[1];
  const [, port = "0", types = ""] = /^m=audio (\d+) RTP\/AVP ([\d ]+)/m.exec(text) ?? [];
  const offered = types.split(" ").map(Number);
  const payloadType = offered.find((type): type is 0 | 8 => type === 0 || type === 8);
  if (address === undefined || payloadType === undefined || port === "0") return undefined;
  const eventType = /^a=rtpmap:(\d+) telephone-event\/8000/im.exec(text)?.[1];
  return {
    address,
    port: Number(port),
    codec: { name: payloadType === 0 ? "PCMU" : "PCMA", payloadType },
    telephoneEvent: eventType === undefined ? undefined : { payloadType: Number(eventType), clockRate: 8000 },
  };
}
