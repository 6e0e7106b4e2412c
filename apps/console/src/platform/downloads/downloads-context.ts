import { useStore } from "zustand";
import { createServiceContext, useService } from "../service-context.ts";
import type { Download, Downloads } from "./downloads.ts";

const DownloadsContext = createServiceContext<Downloads>("Downloads");
export const DownloadsProvider = DownloadsContext.Provider;

export function useDownloads(): Downloads {
  return useService(DownloadsContext);
}

export function useDownloadList(): readonly Download[] {
  return useStore(useDownloads().state);
}
