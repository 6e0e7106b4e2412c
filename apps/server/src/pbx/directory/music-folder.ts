import { readdir } from "node:fs/promises";
import { extname, join, parse } from "node:path";

/** What the media process can play. */
const PLAYABLE: ReadonlySet<string> = new Set([".wav", ".opus", ".ogg"]);

/** Pieces of music by name. */
export type Music = ReadonlyMap<string, string>;

/**
 * Hold music of the installation's own: files in a folder of the data folder, in a folder of it named by a company's
 * id those for that company alone. A piece called `default` takes the place of the built-in music.
 */
export async function readMusic(folder: string, customerId: number): Promise<Music> {
  return new Map([...(await piecesIn(folder)), ...(await piecesIn(join(folder, String(customerId))))]);
}

async function piecesIn(folder: string): Promise<[string, string][]> {
  // Most installations have no music of their own, and no such folder.
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => PLAYABLE.has(extname(name).toLowerCase()))
    .sort()
    .map((name) => [parse(name).name, join(folder, name)]);
}

/** The first of these that is there, else what the company plays, else undefined: the built-in music. */
export const findMusic = (music: Music, ...names: readonly string[]): string | undefined =>
  [...names, "default"].map((name) => music.get(name)).find((path) => path !== undefined);
