import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatUnderLoad } from "../chat/chat-under-load.ts";
import { answersXmpp, XmppGroup } from "../chat/xmpp-group.ts";
import { freeTcpPort } from "../free-ports.ts";
import { type PeerCommand, PeerProcess } from "./peer-process.ts";

/** Where a service of a benchmark lives: its folder, which goes with it, its file of settings, and its port. */
export interface XmppPlace {
  readonly folder: string;
  readonly file: string;
  readonly port: number;
}

export interface XmppProgram {
  readonly name: string;
  /** Of the file of settings. */
  readonly fileName: string;
  readonly configuration: (place: XmppPlace) => string;
  readonly command: (place: XmppPlace) => PeerCommand;
}

/** An XMPP service from Debian with one room, for as long as a benchmark needs it. */
export async function startXmppServer(program: XmppProgram): Promise<ChatUnderLoad> {
  const folder = await mkdtemp(join(tmpdir(), "offhook-xmpp-"));
  const port = await freeTcpPort();
  const place = { folder, port, file: join(folder, program.fileName) };
  await writeFile(place.file, program.configuration(place));
  const process = new PeerProcess(program.command(place));
  await process.ready(() => answersXmpp(port));
  const group = new XmppGroup(port);
  return {
    name: program.name,
    pids: [process.pid],
    gather: (count) => group.gather(count),
    addIdle: (count) => group.addIdle(count),
    stop: async () => {
      group.close();
      await process.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
