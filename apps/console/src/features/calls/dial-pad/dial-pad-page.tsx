import { useRouter, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { DialPad } from "./dial-pad.tsx";

/** `/calls/new`, with the number to begin with in its query. */
export function DialPadPage(): ReactNode {
  const router = useRouter();
  const { number = "" } = useSearch({ strict: false }) as { number?: string };
  return (
    <DialPad
      // Another number in the address is another beginning.
      key={number}
      initialNumber={number}
      onCall={(id, { camera }) => router.history.push(paths.activeCall(id, { camera: camera ?? false }))}
    />
  );
}
