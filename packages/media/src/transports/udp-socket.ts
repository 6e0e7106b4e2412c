import { createSocket, type Socket, type SocketType } from "node:dgram";

/** An address given as digits needs no look-up; the default goes through a queue for every single packet. */
const noLookup = (
  hostname: string,
  _options: unknown,
  done: (error: null, address: string, family: number) => void,
): void => {
  done(null, hostname, hostname.includes(":") ? 6 : 4);
};

/** Rejects where the port is taken or the address is not ours. */
export function bindUdp(port: number, address: string): Promise<Socket> {
  const type: SocketType = address.includes(":") ? "udp6" : "udp4";
  return new Promise((resolve, reject) => {
    const socket = createSocket({ type, lookup: noLookup });
    socket.once("error", (error) => {
      socket.close();
      reject(error);
    });
    socket.bind({ port, address, exclusive: true }, () => {
      socket.removeAllListeners("error");
      resolve(socket);
    });
  });
}
