/** The package's own declarations are not reachable through its exports map; these are the parts we use. */
declare module "@evan/opus" {
  export class Encoder {
    constructor(options: { channels: 1; sample_rate: 8000 | 16000 | 48000; application: "voip" | "audio" });
    encode(frame: Int16Array): Uint8Array;
    bitrate: number;
    complexity: number;
    prediction_disabled: boolean;
  }
  export class Decoder {
    constructor(options: { channels: 1; sample_rate: 8000 | 16000 | 48000 });
    decode(payload: Uint8Array): Uint8Array;
  }
}
