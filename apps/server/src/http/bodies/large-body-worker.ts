import { serveJobs } from "../../platform/workers/worker-program.ts";
import { parseLargeBody } from "./large-body.ts";

serveJobs(parseLargeBody);
