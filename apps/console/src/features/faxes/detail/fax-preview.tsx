import type { ReactNode } from "react";
import type { BoxItemAddress } from "../../../platform/navigation/box-item-address.ts";
import { useFaxDetails } from "../use-fax-file.ts";
import classes from "./fax-detail.module.css";
import { FaxPages } from "./fax-pages.tsx";

/** The pages of a fax to read on a page about something else. Nothing until it is known. */
export function FaxPreview(address: BoxItemAddress): ReactNode {
  const { data } = useFaxDetails(address);
  return data ? (
    <div className={classes.preview}>
      <FaxPages fax={data} startPage={undefined} />
    </div>
  ) : null;
}
