import { useEffect, useState } from "react";

export type FileAddress =
  | { readonly name: "loading" }
  | { readonly name: "there"; readonly address: string }
  | { readonly name: "failed" };

/** Fetches a file and makes an address of it that an image or a player can use. */
export type ShowFile = (source: string) => Promise<string>;

export interface Addresses {
  of(source: string): FileAddress;
  /** Asks once more for what failed. */
  retry(): void;
}

const LOADING: FileAddress = { name: "loading" };

/** Addresses of files. Without `show` the sources are addresses themselves; a new `show` is asked for all of them. */
export function useAddresses(sources: readonly string[], show: ShowFile | undefined): Addresses {
  const [known, setKnown] = useState<ReadonlyMap<string, FileAddress>>(new Map());
  const [tries, setTries] = useState(0);
  // The list is a new one with every drawing: only what it holds counts.
  const wanted = JSON.stringify(sources);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks again for the same files.
  useEffect(() => {
    if (!show) return;
    let isWanted = true;
    const learn = (source: string, address: FileAddress): void => {
      if (isWanted) setKnown((before) => new Map(before).set(source, address));
    };
    for (const source of JSON.parse(wanted) as readonly string[])
      show(source).then(
        (address) => learn(source, { name: "there", address }),
        () => learn(source, { name: "failed" }),
      );
    return () => {
      isWanted = false;
    };
  }, [show, wanted, tries]);
  return {
    of: (source) => (show ? (known.get(source) ?? LOADING) : { name: "there", address: source }),
    retry: () => setTries((count) => count + 1),
  };
}
