import { expect, test } from "vitest";
import { photoProblem, toBase64 } from "./photo-file.ts";

const WRONG = "Wrong image type. It must be .png, .gif or .jpeg";
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0];
const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const GIF = [...new TextEncoder().encode("GIF89a")];
const WEBP = [...new TextEncoder().encode("RIFF0000WEBP")];

const aFile = (bytes: readonly number[], type: string): File =>
  new File([new Uint8Array(bytes)], "photo", { type });

test.each([
  ["a png", aFile(PNG, "image/png"), undefined],
  ["a jpeg", aFile(JPEG, "image/jpeg"), undefined],
  ["a gif", aFile(GIF, "image/gif"), undefined],
  ["a jpeg that calls itself png is still a photo", aFile(JPEG, "image/png"), undefined],
  ["another image", aFile(WEBP, "image/webp"), WRONG],
  ["another image that calls itself png", aFile(WEBP, "image/png"), WRONG],
  ["a drawing with script in it", aFile([...new TextEncoder().encode("<svg/>")], "image/svg+xml"), WRONG],
  ["a png that calls itself text", aFile(PNG, "text/plain"), WRONG],
  ["nothing", aFile([], "image/png"), WRONG],
])("%s", async (_what, file, problem) => {
  expect(await photoProblem(file)).toBe(problem);
});

test("more than the service takes is told before it is sent", async () => {
  const file = new File([new Uint8Array(PNG), new Uint8Array(8 * 1024 * 1024)], "big.png", {
    type: "image/png",
  });
  expect(await photoProblem(file)).toBe("File is larger than limits defined by server");
});

test("travels as base64", async () => {
  expect(await toBase64(aFile(GIF, "image/gif"))).toBe("data:image/gif;base64,R0lGODlh");
});
