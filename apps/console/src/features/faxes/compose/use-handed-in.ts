import { useSnackbar } from "@offhook/ui";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { typedNumbers, withRecipients } from "./typed-numbers.ts";
import { useComposing } from "./use-composing.ts";

/** What a browser hands to an installed application that is opened with files. */
interface LaunchQueue {
  setConsumer(take: (launch: { readonly files?: readonly FileSystemFileHandle[] }) => void): void;
}

interface HandedIn {
  readonly to?: string;
  readonly file?: string;
}

/**
 * Numbers and files from outside: `?to=` with numbers, `?file=` with the address of a file on this server or of this
 * page, and files that the browser opens the application with.
 */
export function useHandedIn(isReady: boolean): void {
  const composing = useComposing();
  const snackbar = useSnackbar();
  const router = useRouter();
  const { to, file } = useSearch({ strict: false }) as HandedIn;
  const takeFiles = useEffectEvent((files: readonly File[]) => {
    composing.addFiles(files, (problem) => snackbar.show(problem, { tone: "error" }));
  });
  const takeAddress = useEffectEvent(async (address: string) => {
    try {
      takeFiles([await fileAt(address)]);
    } catch {
      snackbar.show("The file could not be opened.", { tone: "error" });
    }
  });
  const takeHandles = useEffectEvent(async (handles: readonly FileSystemFileHandle[]) => {
    try {
      takeFiles(await Promise.all(handles.map((handle) => handle.getFile())));
    } catch {
      snackbar.show("The file could not be opened.", { tone: "error" });
    }
  });
  const takeNumbers = useEffectEvent((numbers: string) => {
    const { to: before } = composing.state.getState();
    composing.change({ to: withRecipients(before, typedNumbers(numbers).recipients) });
  });
  useEffect(() => {
    if (!isReady || (to === undefined && file === undefined)) return;
    if (to !== undefined) takeNumbers(to);
    if (file !== undefined) void takeAddress(file);
    // Taken once: a reload finds them in the draft.
    router.history.replace(paths.newFax());
  }, [isReady, to, file, router]);
  useEffect(() => {
    if (!isReady || !("launchQueue" in window)) return;
    // Only browsers that can open files with an application have it.
    (window.launchQueue as LaunchQueue).setConsumer(({ files = [] }) => void takeHandles(files));
  }, [isReady]);
}

/** Addresses of elsewhere are not opened: a link must not make this page ask other servers. */
async function fileAt(address: string): Promise<File> {
  const url = new URL(address, window.location.origin);
  if (url.origin !== window.location.origin) throw new Error("The file is on another server");
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The file was answered with ${answer.status}`);
  const name = decodeURIComponent(url.pathname.split("/").at(-1) ?? "");
  const blob = await answer.blob();
  return new File([blob], name || "document", { type: blob.type });
}
