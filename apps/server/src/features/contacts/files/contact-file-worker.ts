import { serveJobs } from "../../../platform/worker-program.ts";
import { readInParts } from "./contact-file-parts.ts";

serveJobs(readInParts);
