import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cluster, type ClusterOptions, startCluster } from "../cluster/start-cluster.ts";

/** A new folder below the system's temporary one that the database's user can pass through, also under root. */
export async function makeTemporaryFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `offhook-${purpose}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** A cluster that leaves nothing behind. It keeps no promise about power cuts, and is the quicker for it. */
export async function startTemporaryCluster(options: Omit<ClusterOptions, "dataDir">): Promise<Cluster> {
  const dataDir = await makeTemporaryFolder("temporary");
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const settings = {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: "300",
      ...options.settings,
    };
    const cluster = await startCluster({ ...options, dataDir, settings });
    return {
      ...cluster,
      async stop() {
        await cluster.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
