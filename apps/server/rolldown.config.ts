import { cp, rm } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { defineConfig, type Plugin } from "rolldown";

/** What is read from the folder beside the bundle: migrations, and the demo's companies, sounds and pages of faxes. */
const FOLDERS = {
  migrations: "src/database/migrations",
  companies: "src/demo/companies",
  audio: "src/demo/seeders/calls/audio",
  pages: "src/demo/seeders/faxes/pages",
};

function copyFolders(): Plugin {
  return {
    name: "offhook:copy-folders",
    async writeBundle({ dir = "dist" }) {
      for (const [name, source] of Object.entries(FOLDERS)) {
        await rm(join(dir, name), { recursive: true, force: true });
        await cp(join(import.meta.dirname, source), join(dir, name), { recursive: true });
      }
    },
  };
}

/** Our own packages are sources and become part of the bundle; what npm installs stays where it is. */
const isOurs = (id: string): boolean => id.startsWith(".") || isAbsolute(id) || id.startsWith("@offhook/");

export default defineConfig({
  // Programs of their own, looked for under these names beside the server's: processes, and worker threads.
  input: {
    main: "src/main.ts",
    offhook: "src/offhook.ts",
    "media-process": "../../packages/media/src/process/media-process.ts",
    "fax-process": "../../packages/fax/src/process/fax-process.ts",
    "speech-process": "../../packages/speech/src/process/speech-process.ts",
    "document-process": "../../packages/fax-pages/src/process/document-process.ts",
    "contact-file-worker": "src/features/contacts/files/contact-file-worker.ts",
    "greeting-audio-process": "src/features/voicemails/greetings/greeting-audio-process.ts",
    "large-body-worker": "src/http/bodies/large-body-worker.ts",
  },
  platform: "node",
  external: (id) => !isOurs(id),
  plugins: [copyFolders()],
  output: { dir: "dist", format: "esm", sourcemap: true, cleanDir: true, chunkFileNames: "[name].js" },
});
