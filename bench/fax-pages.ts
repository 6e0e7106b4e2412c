import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type DocumentJob, type DocumentReply, documentProgram } from "@offhook/fax-pages";
import { aReport } from "@offhook/fax-pages/sample-documents";
import { type BenchResult, median } from "./bench-result.ts";

const PAGES = 12;
const ROUNDS = 5;

export const notes = [
  "A PDF of 12 pages, each with a heading, twenty lines in several sizes, a gray field and a photo, becomes fine fax pages (1728 by 2156 dots): TIFF, PDF and a picture of the first page. Measured from the start of the process that draws them to its answer. The program runs from its sources, which costs time that a build does not.",
];

/** As the server has it done: one process a document. */
function inProcess(job: DocumentJob): Promise<DocumentReply> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(documentProgram.source), [], {
      execArgv: ["--import", createRequire(import.meta.url).resolve("tsx")],
      serialization: "advanced",
    });
    child.once("message", (reply: DocumentReply) => resolve(reply));
    child.once("exit", () => reject(new Error("The process ended without a word")));
    child.send(job);
  });
}

async function secondsFor(job: DocumentJob): Promise<number> {
  const begun = performance.now();
  const reply = await inProcess(job);
  if (reply.kind !== "done") throw new Error(`The document was refused: ${reply.code}`);
  return (performance.now() - begun) / 1_000;
}

export async function run(): Promise<BenchResult[]> {
  const file = { bytes: await aReport(PAGES), name: "report.pdf" };
  const parts = Array.from({ length: PAGES }, (_, index) => ({
    file: 0,
    page: index + 1,
    rotate: 0 as const,
  }));
  const [read, drawn]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    read.push(await secondsFor({ kind: "read", file, office: undefined }));
    drawn.push(
      await secondsFor({
        kind: "render",
        files: [file],
        covers: [],
        office: undefined,
        faxes: [parts],
        resolution: "fine",
      }),
    );
  }
  return [
    { name: "A PDF of 12 pages to fax pages", value: median(drawn), unit: "s", goal: 3 },
    { name: "Its thumbnails and words", value: median(read), unit: "s" },
  ];
}
