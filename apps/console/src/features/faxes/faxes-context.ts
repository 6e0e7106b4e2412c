import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { FaxesHub } from "./faxes-hub.ts";

const FaxesHubContext = createServiceContext<FaxesHub>("FaxesHub");
export const FaxesProvider = FaxesHubContext.Provider;

export function useFaxesHub(): FaxesHub {
  return useService(FaxesHubContext);
}
