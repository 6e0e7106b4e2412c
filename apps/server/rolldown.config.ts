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
  // Programs of their own, looked for under these names beside the server's: the media and the speech process, and worker threads.
  input: {
    main: "src/main.ts",
    offhook: "src/offhook.ts",
    "media-process": "../../packages/media/src/process/media-process.ts",
    "speech-process": "../../packages/speech/src/process/speech-process.ts",
    "contact-file-worker": "src/features/contacts/files/contact-file-worker.ts",
    "large-body-worker": "src/http/bodies/large-body-worker.ts",
  },
  platform: "node",
  external: (id) => !isOurs(id),
  plugins: [copyFolders()],
  output: { dir: "dist", format: "esm", sourcemap: true, cleanDir: true, chunkFileNames: "[name].js" },
});
