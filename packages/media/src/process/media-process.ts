import { fileURLToPath } from "node:url";
import { CONVERT_ARGUMENT } from "../recordings/recording-converter.ts";

/**
 * Entry of the media process, and of the process that converts recordings for it: one file, so that a bundle has one
 * entry more and not two.
 */
if (process.argv[2] === CONVERT_ARGUMENT) {
  const { runConversionProcess } = await import("../recordings/conversion-process.ts");
  runConversionProcess();
} else {
  const { runMediaProcess } = await import("./engine-main.ts");
  runMediaProcess(fileURLToPath(import.meta.url));
}
