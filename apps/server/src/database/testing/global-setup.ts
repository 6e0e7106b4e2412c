import { access, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { migrate } from "../migrate.ts";
import { makeTemporaryFolder, startTemporaryCluster } from "./temporary-cluster.ts";

export const TEMPLATE_DATABASE = "template_offhook";

declare module "vitest" {
  interface ProvidedContext {
    /** The cluster of this run; its template database has every migration. */
    postgres: { readonly host: string; readonly port: number; readonly user: string };
    /** Where the files are that belong to the further templates of this run. */
    templateFolder: string;
  }
}

/** One cluster for the whole run, with a migrated template that test files copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: "warn" });
  const binDir = await installedPostgres(project.config.env.OFFHOOK_TEST_POSTGRES);
  const cluster = await startTemporaryCluster({ log, ...(binDir ? { binDir } : {}) });
  const folder = await makeTemporaryFolder("templates");
  const stop = async (): Promise<void> => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { host = "", port = 0, user = "" } = cluster.connection;
    await createTemplate({ host, port, user }, log);
    project.provide("postgres", { host, port, user });
    project.provide("templateFolder", folder);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Undefined for the version that comes with the server. */
async function installedPostgres(version: string | undefined): Promise<string | undefined> {
  if (!version) return undefined;
  const binDir = `/usr/lib/postgresql/${version}/bin`;
  await access(join(binDir, "postgres")).catch((cause) => {
    throw new Error(
      `PostgreSQL ${version} is not installed in ${binDir}, so nothing is known about the server on that version. ` +
        `Install it: apt-get install postgresql-${version}`,
      { cause },
    );
  });
  return binDir;
}

async function createTemplate(server: pg.ClientConfig, log: pino.Logger): Promise<void> {
  const admin = new pg.Client({ ...server, database: "postgres" });
  await admin.connect();
  try {
    await admin.query(`create database ${TEMPLATE_DATABASE}`);
    await migrate({ connection: { ...server, database: TEMPLATE_DATABASE }, log });
    // A template with a connection cannot be copied.
    await admin.query(`alter database ${TEMPLATE_DATABASE} is_template true allow_connections false`);
  } finally {
    await admin.end();
  }
}
