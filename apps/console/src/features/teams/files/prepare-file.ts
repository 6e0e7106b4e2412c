import type { OutgoingFile } from "../store/outgoing-message.ts";

/** The specification's text for a file the service would not take. */
export const TOO_LARGE = "File is larger than limits defined by server";

const LOOK_WITHIN_MS = 2_000;

/** A file of the user with what others need to know to keep room for it. */
export async function prepareFile(file: File): Promise<OutgoingFile> {
  const facts = await factsOf(file).catch(() => ({}));
  return { id: crypto.randomUUID(), file, progress: 0, ...facts };
}

type Facts = Pick<OutgoingFile, "width" | "height" | "duration">;

function factsOf(file: File): Promise<Facts> {
  if (file.type.startsWith("image/") && !file.type.includes("svg")) return imageFacts(file);
  if (file.type.startsWith("video/") || file.type.startsWith("audio/")) return mediaFacts(file);
  return Promise.resolve({});
}

async function imageFacts(file: File): Promise<Facts> {
  const image = await createImageBitmap(file);
  const { width, height } = image;
  image.close();
  return { width, height };
}

function mediaFacts(file: File): Promise<Facts> {
  const player = document.createElement(file.type.startsWith("video/") ? "video" : "audio");
  const address = URL.createObjectURL(file);
  return new Promise<Facts>((resolve, reject) => {
    // What cannot be read here may still be played elsewhere: it goes without its measures.
    const giveUp = setTimeout(() => reject(new Error("The file says nothing of itself")), LOOK_WITHIN_MS);
    player.onerror = () => reject(new Error("The file cannot be played"));
    player.onloadedmetadata = () => {
      clearTimeout(giveUp);
      const isEndless = !Number.isFinite(player.duration);
      const size =
        player instanceof HTMLVideoElement ? { width: player.videoWidth, height: player.videoHeight } : {};
      resolve({ ...size, ...(isEndless ? {} : { duration: Math.round(player.duration * 1000) }) });
    };
    player.preload = "metadata";
    player.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}
