import { serveJobs } from "../../../platform/workers/worker-program.ts";
import { readInParts } from "./contact-file-parts.ts";

serveJobs(readInParts);
