import { cp, rm } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { defineConfig, type Plugin } from "rolldown";

/** The database runs its migrations from the folder beside the bundle. */
function copyMigrations(): Plugin {
  return {
    name: "offhook:copy-migrations",
    async writeBundle() {
      await rm("dist/migrations", { recursive: true, force: true });
      await cp("src/database/migrations", "dist/migrations", { recursive: true });
    },
  };
}

/** Our own packages are sources and become part of the bundle; what npm installs stays where it is. */
const isOurs = (id: string): boolean => id.startsWith(".") || isAbsolute(id) || id.startsWith("@offhook/");

export default defineConfig({
  // The media process is a program of its own, looked for under this name beside the server's.
  input: { main: "src/main.ts", "media-process": "../../packages/media/src/process/media-process.ts" },
  platform: "node",
  external: (id) => !isOurs(id),
  plugins: [copyMigrations()],
  output: { dir: "dist", format: "esm", sourcemap: true, cleanDir: true, chunkFileNames: "[name].js" },
});
