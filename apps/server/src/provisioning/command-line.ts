import { parseArgs } from "node:util";
import type { AdminRequest } from "./admin-socket.ts";
import { readCompanyFile, type SecretSources } from "./file/read-company-file.ts";
import type { ProvisioningAnswer } from "./provisioner.ts";

/** Codes of sysexits.h. */
const EXIT = { done: 0, failed: 1, usage: 64, badFile: 65, noFile: 66 } as const;

const USAGE = `Usage:
  offhook apply <company.yaml> [--dry-run] [--prune]
      Makes a company what the file says.
        --dry-run   tells what would be done and does nothing
        --prune     also removes what stands in a section of the company and not in the file
  offhook export [--company <name>] [--output <company.yaml>]
      Writes a company as such a file, without its passwords.
  offhook chat-root [grant <username> | revoke <username>]
      Tells who may act for everybody in team chat, or changes it.

The file is described in docs/provisioning.md. The data folder is that of the server: OFFHOOK_DATA_DIR, DATABASE_URL and
the rest are read from the environment as by the server itself.
`;

/** The world of the program, so that tests need none. */
export interface CommandLineIo {
  out(text: string): void;
  err(text: string): void;
  /** Undefined when there is no such file. */
  readFile(path: string): string | undefined;
  writeFile(path: string, text: string): void;
  env(name: string): string | undefined;
  /** To the running server, or to the store where none is running. */
  ask(request: AdminRequest): Promise<ProvisioningAnswer>;
}

/** Resolves with the exit code. */
export async function runCommandLine(args: readonly string[], io: CommandLineIo): Promise<number> {
  const given = readArguments(args);
  if (!given) {
    io.err(USAGE);
    return EXIT.usage;
  }
  const { command, values, file, name } = given;
  if (command === "help") {
    io.out(USAGE);
    return EXIT.done;
  }
  if (command === "export") return exportFile(values, io);
  if (command === "chat-root") return chatRoot(file, name, io);
  return file === undefined ? usageError(io) : applyFile(file, values, io);
}

function usageError(io: CommandLineIo): number {
  io.err(USAGE);
  return EXIT.usage;
}

interface Values {
  readonly "dry-run"?: boolean | undefined;
  readonly prune?: boolean | undefined;
  readonly company?: string | undefined;
  readonly output?: string | undefined;
}

interface Arguments {
  readonly command: "apply" | "export" | "chat-root" | "help";
  /** Or what is done with the root of chat. */
  readonly file: string | undefined;
  readonly name: string | undefined;
  readonly values: Values;
}

function readArguments(args: readonly string[]): Arguments | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean" },
        prune: { type: "boolean" },
        company: { type: "string" },
        output: { type: "string" },
        help: { type: "boolean" },
      },
    });
    const [command, file, name, ...more] = positionals;
    if (values.help || command === "help") return { command: "help", file, name, values };
    if (more.length > 0) return undefined;
    if (command === "chat-root") return { command, file, name, values };
    if (name !== undefined || (command !== "apply" && command !== "export")) return undefined;
    return { command, file, name, values };
  } catch {
    return undefined;
  }
}

async function applyFile(path: string, values: Values, io: CommandLineIo): Promise<number> {
  const text = io.readFile(path);
  if (text === undefined) {
    io.err(`The file ${path} cannot be read.\n`);
    return EXIT.noFile;
  }
  const secrets: SecretSources = {
    env: (name) => io.env(name),
    file: (name) => io.readFile(beside(path, name)),
  };
  const read = readCompanyFile(text, path, secrets);
  if (!read.isRead) return badFile(io, read.problems);
  const answer = await io.ask({
    command: "apply",
    file: read.file,
    isDryRun: values["dry-run"] ?? false,
    isPruning: values.prune ?? false,
  });
  if (!answer.isDone) return badFile(io, answer.problems.map(read.locate));
  io.out(answer.output);
  return EXIT.done;
}

/** Files with secrets are named from where the company file is. */
function beside(path: string, name: string): string {
  if (name.startsWith("/")) return name;
  const slash = path.lastIndexOf("/");
  return slash < 0 ? name : `${path.slice(0, slash + 1)}${name}`;
}

function badFile(io: CommandLineIo, problems: readonly string[]): number {
  io.err(
    `${problems.join("\n")}\n${problems.length === 1 ? "1 problem" : `${problems.length} problems`}. Nothing was changed.\n`,
  );
  return EXIT.badFile;
}

async function chatRoot(action: string | undefined, name: string | undefined, io: CommandLineIo) {
  if (action === undefined) return tell(await io.ask({ command: "chat-root", action: "list" }), io);
  if ((action !== "grant" && action !== "revoke") || name === undefined) return usageError(io);
  return tell(await io.ask({ command: "chat-root", action, name }), io);
}

function tell(answer: ProvisioningAnswer, io: CommandLineIo): number {
  if (answer.isDone) io.out(answer.output);
  else io.err(`${answer.problems.map(({ message }) => message).join("\n")}\n`);
  return answer.isDone ? EXIT.done : EXIT.failed;
}

async function exportFile({ company, output }: Values, io: CommandLineIo): Promise<number> {
  const answer = await io.ask({ command: "export", ...(company !== undefined && { company }) });
  if (!answer.isDone || output === undefined) return tell(answer, io);
  io.writeFile(output, answer.output);
  return EXIT.done;
}
