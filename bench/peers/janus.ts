import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CodecName } from "@offhook/media";
import { type ConferencePath, PAYLOAD_TYPES } from "../conference-path.ts";
import { freeTcpPort } from "../free-ports.ts";
import { PeerProcess } from "./peer-process.ts";

const ROOM = 1;

interface JanusAnswer {
  readonly janus: string;
  readonly data?: { readonly id: number };
  readonly plugindata?: {
    readonly data: { readonly error?: string; readonly rtp?: { readonly port: number } };
  };
}

/** Janus with its AudioBridge and nothing else, mixing plain RTP participants at the rate we mix at. */
export class Janus implements ConferencePath {
  readonly name = "Janus AudioBridge";
  readonly #process: PeerProcess;
  readonly #folder: string;
  readonly #url: string;
  #session = 0;
  #transaction = 0;

  private constructor(process: PeerProcess, folder: string, url: string) {
    this.#process = process;
    this.#folder = folder;
    this.#url = url;
  }

  static async start(sampleRate: 8_000 | 16_000): Promise<Janus> {
    const folder = await mkdtemp(join(tmpdir(), "offhook-janus-"));
    const port = await freeTcpPort();
    await writeConfiguration(folder, port, sampleRate);
    const process = new PeerProcess({ program: "janus", args: ["-F", folder] });
    const janus = new Janus(process, folder, `http://127.0.0.1:${port}/janus`);
    await process.ready(() =>
      fetch(`${janus.#url}/info`).then(
        (response) => response.ok,
        () => false,
      ),
    );
    janus.#session = idOf(await janus.#post("", { janus: "create" }));
    return janus;
  }

  get pid(): number {
    return this.#process.pid;
  }

  async join(codec: CodecName, phonePort: number): Promise<number> {
    const session = `/${this.#session}`;
    const handle = idOf(await this.#post(session, { janus: "attach", plugin: "janus.plugin.audiobridge" }));
    await this.#post(`${session}/${handle}`, {
      janus: "message",
      body: {
        request: "join",
        room: ROOM,
        codec: codec.toLowerCase(),
        rtp: { ip: "127.0.0.1", port: phonePort, payload_type: PAYLOAD_TYPES[codec] },
      },
    });
    return this.#joinedPort();
  }

  async stop(): Promise<void> {
    await this.#process.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #post(path: string, body: Readonly<Record<string, unknown>>): Promise<JanusAnswer> {
    this.#transaction += 1;
    const response = await fetch(this.#url + path, {
      method: "POST",
      body: JSON.stringify({ ...body, transaction: String(this.#transaction) }),
    });
    const answer = (await response.json()) as JanusAnswer;
    if (answer.janus === "error") throw new Error(`Janus refuses: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Events of the session come one by one; those about others who joined before are of no interest. */
  async #joinedPort(): Promise<number> {
    for (let tries = 0; tries < 1_000; tries += 1) {
      const event = (await (await fetch(`${this.#url}/${this.#session}`)).json()) as JanusAnswer;
      const data = event.plugindata?.data;
      if (data?.error !== undefined) throw new Error(`Janus refuses: ${data.error}`);
      if (data?.rtp) return data.rtp.port;
    }
    throw new Error("Janus does not let a phone into the conference");
  }
}

function idOf(answer: JanusAnswer): number {
  if (!answer.data) throw new Error(`Janus gave no id: ${JSON.stringify(answer)}`);
  return answer.data.id;
}

/** Debian keeps it in a folder named after the processor. */
async function libraryFolder(): Promise<string> {
  const folders = (await readdir("/usr/lib")).map((name) => join("/usr/lib", name, "janus"));
  const found = folders.find((folder) => existsSync(join(folder, "plugins")));
  if (!found) throw new Error("The plugins of Janus are not where Debian puts them");
  return found;
}

async function writeConfiguration(folder: string, port: number, sampleRate: number): Promise<void> {
  const libraries = await libraryFolder();
  const others = async (kind: string, wanted: string): Promise<string> =>
    (await readdir(join(libraries, kind)))
      .filter((name) => name.endsWith(".so") && name !== wanted)
      .join(",");
  const files = {
    "janus.jcfg": `general: {
  configs_folder = "${folder}"
  debug_level = 2
  session_timeout = 0
}
plugins: { disable = "${await others("plugins", "libjanus_audiobridge.so")}" }
transports: { disable = "${await others("transports", "libjanus_http.so")}" }
`,
    "janus.transport.http.jcfg": `general: {
  http = true
  ip = "127.0.0.1"
  port = ${port}
  base_path = "/janus"
}
`,
    "janus.plugin.audiobridge.jcfg": `general: {
  local_ip = "127.0.0.1"
  rtp_port_range = "50000-58999"
}
room-${ROOM}: {
  sampling_rate = ${sampleRate}
  record = false
  allow_rtp_participants = true
}
`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}
