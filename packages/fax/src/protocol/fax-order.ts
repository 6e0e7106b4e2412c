/** One fax call that is to come: everything but where the far end is, which the answer to the INVITE tells. */
export interface FaxOrder {
  readonly callId: string;
  readonly role: "send" | "receive";
  /** The TIFF to send, or to write. */
  readonly file: string;
  /** From 1: a fax that is sent again begins after the pages that have arrived. */
  readonly firstPage?: number;
  /** How we name ourselves to the other machine: a number, up to 20 characters. */
  readonly stationId: string;
  /** Written above every page that is sent; none without it. Up to 50 characters. */
  readonly headerText?: string;
  /** Whether damaged parts of a page are to be sent again (T.30 Annex A). */
  readonly ecm: boolean;
  /** An old machine that needs so long to print a row (T.30 knows 5, 10, 20 and 40) makes the other side wait; only without error correction. */
  readonly rowMs?: number;
  /** The UDP port to bind, from the pool that the caller owns. */
  readonly port: number;
  readonly address: string;
}

/** Where the far end takes audio. */
export interface AudioRemote {
  readonly address: string;
  readonly port: number;
  /** G.711: 0 is mu-law, 8 is A-law. */
  readonly payloadType: 0 | 8;
}

/** Where the far end takes T.38 over UDPTL, and how (see `T38Description` in @offhook/sdp). */
export interface T38Remote {
  readonly address: string;
  readonly port: number;
  /** What fits into one datagram there, in bytes. */
  readonly maxDatagram: number;
  /** How many packets before it each packet repeats; 0 where the far end wants none. */
  readonly redundancy: number;
  readonly version: number;
}
