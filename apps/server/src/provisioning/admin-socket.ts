import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, lstat, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Logger } from "../platform/logging/logger.ts";
import { CompanyFile } from "./file/company-file.ts";
import type { Provisioner, ProvisioningAnswer } from "./provisioner.ts";

const AdminRequest = z.union([
  z.object({
    command: z.literal("apply"),
    file: CompanyFile,
    isDryRun: z.boolean(),
    isPruning: z.boolean(),
  }),
  z.object({ command: z.literal("export"), company: z.string().optional() }),
  z.object({ command: z.literal("chat-root"), action: z.literal("list") }),
  z.object({ command: z.literal("chat-root"), action: z.enum(["grant", "revoke"]), name: z.string() }),
]);
export type AdminRequest = z.infer<typeof AdminRequest>;

type AdminReply = { readonly answer: ProvisioningAnswer } | { readonly failure: string };

const MAX_REQUEST_BYTES = 20 * 1024 * 1024;
/** The kernel takes 103 bytes on every system. */
const LONGEST_PATH = 103;

/** In the data folder: whoever may enter it may do everything with the data anyway. */
function socketPath(dataDir: string): string {
  const path = join(dataDir, "admin.sock");
  if (Buffer.byteLength(path) <= LONGEST_PATH) return path;
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return join(tmpdir(), `offhook-${name}.sock`);
}

export async function carryOut(provisioner: Provisioner, request: AdminRequest): Promise<ProvisioningAnswer> {
  switch (request.command) {
    case "apply":
      return provisioner.apply(request.file, request);
    case "export":
      return provisioner.export(request.company);
    case "chat-root":
      if (request.action === "list") return provisioner.listChatRoots();
      return provisioner.changeChatRoot(request.name, request.action === "grant");
  }
}

/** Lets `offhook` on the same machine ask the running server, so that phones and consoles learn at once. */
export async function openAdminSocket(
  dataDir: string,
  provisioner: Provisioner,
  logger: Logger,
): Promise<() => Promise<void>> {
  const path = socketPath(dataDir);
  // Left by a server that was killed: of two living ones only one has the data folder.
  await rm(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", (error) => logger.debug({ err: error }, "An administrator's connection broke"));
    void serve(socket, provisioner, logger);
  });
  try {
    const mask = process.umask(0o077);
    server.listen(path);
    process.umask(mask);
    await once(server, "listening");
    await chmod(path, 0o600);
  } catch (error) {
    // Some shared folders have no sockets. Calls matter more than commands, which then wait for a stopped server.
    logger.warn({ err: error, path }, "No socket for the offhook command");
    return async () => {};
  }
  return async () => {
    server.close();
    await rm(path, { force: true });
  };
}

async function serve(socket: Socket, provisioner: Provisioner, logger: Logger): Promise<void> {
  const reply = await answer(socket, provisioner).catch((error: unknown): AdminReply => {
    logger.error({ err: error }, "A command of an administrator failed");
    return { failure: error instanceof Error ? error.message : String(error) };
  });
  socket.end(JSON.stringify(reply));
}

async function answer(socket: Socket, provisioner: Provisioner): Promise<AdminReply> {
  const parsed = AdminRequest.safeParse(JSON.parse(await readAll(socket)));
  if (!parsed.success) return { failure: `The server does not know this command: ${parsed.error.message}` };
  return { answer: await carryOut(provisioner, parsed.data) };
}

/** Until the other side has said everything. Not `for await`: that would close the way back too. */
function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    socket.on("data", (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > MAX_REQUEST_BYTES) reject(new Error("The file is too large"));
    });
    socket.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    socket.once("error", reject);
  });
}

/** Asks the server that uses this data folder; undefined when none is running. */
export async function askServer(
  dataDir: string,
  request: AdminRequest,
): Promise<ProvisioningAnswer | undefined> {
  const path = socketPath(dataDir);
  if (!(await isOwnSocket(path))) return undefined;
  const socket = connect({ path, allowHalfOpen: true });
  try {
    await once(socket, "connect");
  } catch {
    // Nobody listens: the server was killed.
    return undefined;
  }
  socket.end(JSON.stringify(request));
  const reply = JSON.parse(await readAll(socket)) as AdminReply;
  if ("failure" in reply) throw new Error(reply.failure);
  return reply.answer;
}

/** In a temporary folder anybody could have put a socket of their own there, to be told our passwords. */
async function isOwnSocket(path: string): Promise<boolean> {
  try {
    const entry = await lstat(path);
    const own = process.getuid?.();
    return entry.isSocket() && (own === 0 || entry.uid === own);
  } catch {
    return false;
  }
}
