import { Switch } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useQuery, useQueryClient } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";

const KEY = ["queueReports", "mail"];

/** Nothing where the installation sends no mail. */
export function MorningReportSwitch(): ReactNode {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const snackbar = useSnackbar();
  const [isBusy, setIsBusy] = useState(false);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.getMorningReport({}, { signal }),
  });
  if (!data?.available) return null;
  const save = async (wanted: boolean): Promise<void> => {
    setIsBusy(true);
    try {
      queries.setQueryData(KEY, await client.saveMorningReport({ body: { wanted } }));
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
    }
    setIsBusy(false);
  };
  return (
    <Switch
      label="Email me yesterday's report every morning at 7:00"
      checked={data.wanted}
      disabled={isBusy}
      onChange={({ currentTarget: { checked } }) => void save(checked)}
    />
  );
}
