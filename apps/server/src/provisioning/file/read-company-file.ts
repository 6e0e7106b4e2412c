import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { z } from "zod";
import { CompanyFile, type Problem } from "./company-file.ts";

/** Where secrets come from that do not stand in the file. Undefined when there is none. */
export interface SecretSources {
  env(name: string): string | undefined;
  file(path: string): string | undefined;
}

export type ReadCompanyFile =
  | { readonly isRead: true; readonly file: CompanyFile; locate(problem: Problem): string }
  | { readonly isRead: false; readonly problems: readonly string[] };

/** Reads a company file. What is wrong with it is told with the line, the path and what is expected. */
export function readCompanyFile(text: string, fileName: string, secrets: SecretSources): ReadCompanyFile {
  const lines = new LineCounter();
  // Every scalar as it is written: an extension keeps its zeros, and "no" is a word and no boolean.
  const document = parseDocument(text, { schema: "failsafe", lineCounter: lines, prettyErrors: false });
  const at = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${fileName}:${line}:${col}`;
  };
  const root = document.contents;
  const locate = ({ path, message }: Problem): string =>
    `${at(offsetOf(root, path))}: ${path.length > 0 ? `${writePath(path)}: ` : ""}${message}`;
  if (document.errors.length > 0)
    return {
      isRead: false,
      problems: document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`),
    };

  const problems: Problem[] = [];
  const plain = resolveSecrets(document.toJS(), secrets, [], problems);
  const parsed = CompanyFile.safeParse(plain);
  const told = new Set(problems.map(({ path }) => writePath(path)));
  if (!parsed.success)
    problems.push(
      ...parsed.error.issues
        .flatMap((issue) => explain(issue, plain))
        .filter(({ path }) => !told.has(writePath(path))),
    );
  if (problems.length > 0 || !parsed.success) return { isRead: false, problems: problems.map(locate) };
  return { isRead: true, file: parsed.data, locate };
}

function explain(issue: z.core.$ZodIssue, plain: unknown): Problem[] {
  const path = issue.path.filter((step) => typeof step !== "symbol");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...path, key], message: "is no key of this section" }));
  // A union of an empty text and a number says nothing by itself; its last member does.
  const message =
    issue.code === "invalid_union" && issue.message === "Invalid input"
      ? (issue.errors.at(-1)?.[0]?.message ?? issue.message)
      : issue.message;
  if (path.length === 0) return [{ path, message: "must be a company: sections with their entries" }];
  const value = valueAt(plain, path);
  if (value === undefined) return [{ path, message: "is missing" }];
  const isSecret = SECRET_KEYS.has(String(path.at(-1)));
  const shown = typeof value === "string" && !isSecret ? ` (is "${value}")` : "";
  return [{ path, message: `${message}${shown}` }];
}

const SECRET_KEYS = new Set(["password", "pin", "initial_password"]);

/** `{ env: NAME }` and `{ file: path }` become what they point to. */
function resolveSecrets(
  value: unknown,
  secrets: SecretSources,
  path: readonly (string | number)[],
  problems: Problem[],
): unknown {
  if (Array.isArray(value))
    return value.map((entry, index) => resolveSecrets(entry, secrets, [...path, index], problems));
  if (typeof value !== "object" || value === null) return value;
  if (SECRET_KEYS.has(String(path.at(-1)))) return resolveSecret(value, secrets, path, problems);
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      resolveSecrets(entry, secrets, [...path, key], problems),
    ]),
  );
}

function resolveSecret(
  value: object,
  secrets: SecretSources,
  path: readonly (string | number)[],
  problems: Problem[],
): unknown {
  const [[source, where] = ["", ""], ...more] = Object.entries(value);
  if (more.length > 0 || (source !== "env" && source !== "file") || typeof where !== "string") return value;
  const found = source === "env" ? secrets.env(where) : secrets.file(where)?.trim();
  if (found === undefined || found === "")
    problems.push({
      path,
      message: source === "env" ? `the variable ${where} is not set` : `the file ${where} cannot be read`,
    });
  return found ?? "unknown";
}

function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, step) =>
      typeof inner === "object" && inner !== null
        ? (inner as Record<string | number, unknown>)[step]
        : undefined,
    value,
  );
}

/** The place of the deepest part of the path that is there. */
function offsetOf(root: Node | null, path: readonly (string | number)[]): number {
  let offset = root?.range?.[0] ?? 0;
  let node: unknown = root;
  for (const step of path) {
    const [key, value] = childOf(node, step);
    const place = isScalar(value) ? value : (key ?? value);
    if (isNode(place)) offset = place.range?.[0] ?? offset;
    if (value === undefined) break;
    node = value;
  }
  return offset;
}

/** The key, where it has one, and the value of an entry. */
function childOf(node: unknown, step: string | number): readonly [unknown, unknown] {
  if (isSeq(node)) return [undefined, node.items[Number(step)]];
  if (!isMap(node)) return [undefined, undefined];
  const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
  return [pair?.key, pair?.value];
}

/** phones[2].extension */
const writePath = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (written, step) =>
      typeof step === "number" ? `${written}[${step}]` : written === "" ? step : `${written}.${step}`,
    "",
  );
