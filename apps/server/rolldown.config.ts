import { cp, rm } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { defineConfig, type Plugin } from "rolldown";

/** What is read from the folder beside the bundle: migrations, the companies of the demo and how its calls sound. */
const FOLDERS = {
  migrations: "src/database/migrations",
  companies: "src/demo/companies",
  audio: "src/demo/seeders/calls/audio",
};

function copyFolders(): Plugin {
  return {
    name: "offhook:copy-folders",
    async writeBundle() {
      for (const [name, source] of Object.entries(FOLDERS)) {
        await rm(`dist/${name}`, { recursive: true, force: true });
        await cp(source, `dist/${name}`, { recursive: true });
      }
    },
  };
}

/** Our own packages are sources and become part of the bundle; what npm installs stays where it is. */
const isOurs = (id: string): boolean => id.startsWith(".") || isAbsolute(id) || id.startsWith("@offhook/");

export default defineConfig({
  // The media process is a program of its own, looked for under this name beside the server's.
  input: {
    main: "src/main.ts",
    offhook: "src/offhook.ts",
    "media-process": "../../packages/media/src/process/media-process.ts",
  },
  platform: "node",
  external: (id) => !isOurs(id),
  plugins: [copyFolders()],
  output: { dir: "dist", format: "esm", sourcemap: true, cleanDir: true, chunkFileNames: "[name].js" },
});
