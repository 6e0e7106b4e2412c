import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { ChatMember } from "./chat-under-load.ts";

export const XMPP_DOMAIN = "offhook.test";
export const XMPP_ROOMS = `conference.${XMPP_DOMAIN}`;
const ROOM = `bench@${XMPP_ROOMS}`;
const ANSWER_MS = 60_000;

/** People of an XMPP service over its own TCP stream, which costs it less than a websocket would. */
export class XmppGroup {
  readonly #port: number;
  readonly #streams: XmppStream[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  async gather(count: number): Promise<readonly ChatMember[]> {
    const members: ChatMember[] = [];
    for (let index = 0; index < count; index++) {
      const stream = await this.#signIn();
      stream.write(
        `<presence to='${ROOM}/load${index}'><x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x></presence>`,
      );
      // The room tells newcomers about themselves last.
      await stream.until(/status code=['"]110['"]/);
      members.push(stream.memberOf(ROOM));
    }
    return members;
  }

  async addIdle(count: number): Promise<void> {
    for (let index = 0; index < count; index++) (await this.#signIn()).write("<presence/>");
  }

  close(): void {
    for (const stream of this.#streams) stream.close();
  }

  async #signIn(): Promise<XmppStream> {
    const stream = await XmppStream.open(this.#port);
    this.#streams.push(stream);
    stream.begin();
    await stream.until(/<\/(?:\w+:)?features>/);
    stream.write("<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>");
    await stream.until(/<success/);
    stream.begin();
    await stream.until(/<\/(?:\w+:)?features>/);
    stream.write("<iq type='set' id='b'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>");
    await stream.until(/<jid>/);
    stream.write("<iq type='set' id='s'><session xmlns='urn:ietf:params:xml:ns:xmpp-session'/></iq>");
    await stream.until(/id=['"]s['"]/);
    return stream;
  }
}

/** Whether an XMPP service answers there. */
export async function answersXmpp(port: number): Promise<boolean> {
  try {
    const stream = await XmppStream.open(port);
    stream.begin();
    await stream.until(/features/);
    stream.close();
    return true;
  } catch {
    return false;
  }
}

class XmppStream {
  readonly #socket: Socket;
  #received = "";
  #onData: (text: string) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("utf8");
    socket.setNoDelay(true);
    socket.on("data", (text: string) => this.#onData(text));
    socket.on("error", () => socket.destroy());
    this.#collect();
  }

  static async open(port: number): Promise<XmppStream> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return new XmppStream(socket);
  }

  begin(): void {
    this.write(
      `<?xml version='1.0'?><stream:stream to='${XMPP_DOMAIN}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`,
    );
  }

  write(text: string): void {
    this.#socket.write(text);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Waits for it, and forgets what came up to it. */
  until(pattern: RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (): void => finish(() => reject(new Error(`No ${pattern} in: ${this.#received}`)));
      const giveUp = setTimeout(fail, ANSWER_MS);
      const finish = (done: () => void): void => {
        clearTimeout(giveUp);
        this.#socket.off("close", fail);
        this.#collect();
        done();
      };
      const look = (): void => {
        const found = pattern.exec(this.#received);
        if (!found) return;
        this.#received = this.#received.slice(found.index + found[0].length);
        finish(resolve);
      };
      this.#socket.once("close", fail);
      this.#onData = (text) => {
        this.#received += text;
        look();
      };
      look();
    });
  }

  memberOf(room: string): ChatMember {
    const member: ChatMember = {
      send: (text) => this.write(`<message to='${room}' type='groupchat'><body>${text}</body></message>`),
      onReceived: () => {},
    };
    this.#received = "";
    // A piece of the stream may end in the middle of a message.
    this.#onData = (text) => {
      const all = this.#received + text;
      const end = all.lastIndexOf(">") + 1;
      this.#received = all.slice(end);
      member.onReceived(all.slice(0, end));
    };
    return member;
  }

  #collect(): void {
    this.#onData = (text) => {
      this.#received += text;
    };
  }
}
