import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { type Flow, StreamFramer, type StreamItem } from "@offhook/sip";
import WebSocket from "ws";

const LOOPBACK = "127.0.0.1";

export type PhoneTransport = "udp" | "tcp" | "ws";

export interface PhoneSocketParts {
  readonly transport: PhoneTransport;
  /** Where the server listens; of a websocket, with the ticket. */
  readonly port: number;
  readonly url?: string | undefined;
  /** Over TCP: it can also be called where its Contact says. */
  readonly listens?: boolean | undefined;
  readonly receive: (flow: Flow, bytes: Uint8Array) => void;
  readonly receiveItem: (flow: Flow, item: StreamItem) => void;
}

/** A phone's own way to the server, over real sockets. */
export interface PhoneSocket {
  readonly flow: Flow;
  close(): void;
}

export function openPhoneSocket(parts: PhoneSocketParts): Promise<PhoneSocket> {
  const open = { udp: openUdp, tcp: openTcp, ws: openWebsocket }[parts.transport];
  return open(parts);
}

async function openUdp({ port, receive }: PhoneSocketParts): Promise<PhoneSocket> {
  const socket = createSocket("udp4");
  socket.bind(0, LOOPBACK);
  await once(socket, "listening");
  let isOpen = true;
  const flow: Flow = {
    id: `phone-udp-${socket.address().port}`,
    transport: "UDP",
    local: { host: LOOPBACK, port: socket.address().port },
    remote: { address: LOOPBACK, port },
    send(bytes) {
      if (isOpen) socket.send(bytes, port, LOOPBACK, () => {});
      return isOpen;
    },
  };
  socket.on("error", () => {});
  socket.on("message", (bytes) => receive(flow, bytes));
  return {
    flow,
    close() {
      if (isOpen) socket.close();
      isOpen = false;
    },
  };
}

async function openTcp({ port, listens = false, receiveItem }: PhoneSocketParts): Promise<PhoneSocket> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    follow(socket, "accepted", socket.localPort);
  });
  if (listens) await once(server.listen(0, LOOPBACK), "listening");
  const socket = connect(port, LOOPBACK);
  sockets.push(socket);
  await once(socket, "connect");
  const ownPort = listens ? (server.address() as AddressInfo).port : socket.localPort;
  const flow = follow(socket, "opened", ownPort);
  return {
    flow,
    close() {
      server.close();
      for (const each of sockets) each.destroy();
    },
  };

  function follow(opened: Socket, role: "opened" | "accepted", localPort: number | undefined): Flow {
    const framer = new StreamFramer({ role });
    const followed: Flow = {
      id: `phone-tcp-${opened.localPort}-${opened.remotePort}`,
      transport: "TCP",
      local: { host: LOOPBACK, port: localPort },
      remote: { address: LOOPBACK, port },
      send(bytes) {
        if (opened.writable) opened.write(bytes);
        return opened.writable;
      },
    };
    opened.on("error", () => {});
    opened.on("data", (bytes) => {
      for (const item of framer.push(bytes)) receiveItem(followed, item);
    });
    return followed;
  }
}

async function openWebsocket({ port, url = "", receive }: PhoneSocketParts): Promise<PhoneSocket> {
  const socket = new WebSocket(url, ["sip"]);
  socket.on("error", () => {});
  await once(socket, "open");
  const flow: Flow = {
    id: `phone-ws-${url}`,
    transport: "WS",
    local: { host: "robot.invalid", port: undefined },
    remote: { address: LOOPBACK, port },
    send(bytes) {
      const isOpen = socket.readyState === WebSocket.OPEN;
      if (isOpen) socket.send(Buffer.from(bytes).toString("utf8"));
      return isOpen;
    },
  };
  socket.on("message", (data) => receive(flow, Buffer.from(String(data))));
  return { flow, close: () => socket.terminate() };
}
