import type { ComponentType } from "react";
import type { BoxItemAddress } from "../../../platform/navigation/box-item-address.ts";
import { createServiceContext, useService } from "../../../platform/service-context.ts";

/** What other features show of a task's source: they know tasks, and tasks need not know them. */
export interface SourcePreviews {
  readonly voicemail: ComponentType<BoxItemAddress>;
  readonly fax: ComponentType<BoxItemAddress>;
}

const SourcePreviewsContext = createServiceContext<SourcePreviews>("SourcePreviews");
export const SourcePreviewsProvider = SourcePreviewsContext.Provider;

export function useSourcePreviews(): SourcePreviews {
  return useService(SourcePreviewsContext);
}
