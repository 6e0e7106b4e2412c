import { rm } from "node:fs/promises";
import { addBenchCompany, SECRET_KEY } from "./bench-company.ts";
import { freeUdpPort } from "./free-ports.ts";
import { type ServerProcess, startServerProcess, temporaryDataDir } from "./server-process.ts";
import { DOMAIN, type SipServer } from "./sip-server.ts";

/** The built server as it is, with its database and its media process, and a company of the load's phones. */
export class OwnSipServer implements SipServer {
  readonly name = "ours";
  readonly port: number;
  readonly #server: ServerProcess;
  readonly #dataDir: string;

  private constructor(port: number, server: ServerProcess, dataDir: string) {
    this.port = port;
    this.#server = server;
    this.#dataDir = dataDir;
  }

  static async start(): Promise<OwnSipServer> {
    const dataDir = await temporaryDataDir();
    const port = await freeUdpPort();
    const env = { OFFHOOK_DEMO: "0", SECRET_KEY, SIP_DOMAIN: DOMAIN, SIP_UDP_PORT: String(port) };
    const first = await startServerProcess(dataDir, { env });
    await addBenchCompany(dataDir);
    await first.stop();
    return new OwnSipServer(port, await startServerProcess(dataDir, { env }), dataDir);
  }

  get pids(): readonly number[] {
    return [this.#server.pid];
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
