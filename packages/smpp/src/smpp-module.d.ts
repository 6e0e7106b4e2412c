/** What we use of the library, which comes without types. */
declare module "smpp" {
  import type { EventEmitter } from "node:events";
  import type { Server as NetServer, Socket } from "node:net";

  export interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly [field: string]: unknown;
    isResponse(): boolean;
    response(fields?: Readonly<Record<string, unknown>>): Pdu;
  }

  export interface Session extends EventEmitter {
    readonly socket: Socket;
    send(pdu: Pdu): boolean;
    destroy(): void;
    close(): void;
  }

  interface FilteredField {
    filter?: unknown;
  }

  const smpp: {
    connect(options: { readonly url: string }): Session;
    createServer(listener: (session: Session) => void): NetServer;
    readonly PDU: new (command: string, fields?: Readonly<Record<string, unknown>>) => Pdu;
    readonly commands: Readonly<
      Record<string, { readonly params?: Readonly<Record<string, FilteredField>> }>
    >;
    readonly tlvs: Readonly<Record<string, FilteredField>>;
    readonly errors: Readonly<Record<string, number>>;
  };
  // biome-ignore lint/style/noDefaultExport: that is how Node hands out a CommonJS module.
  export default smpp;
}
