import { serveJobs } from "../platform/worker-program.ts";
import { parseLargeBody } from "./large-body.ts";

serveJobs(parseLargeBody);
