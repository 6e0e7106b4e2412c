import { Loader } from "@mantine/core";
import { EmptyState } from "@offhook/ui";
import { Detail, DetailBack } from "@offhook/ui/detail";
import { useRouter } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { useUser } from "../../session/index.ts";
import { CoverFields } from "./cover-fields.tsx";
import { FaxOptions } from "./fax-options.tsx";
import classes from "./new-fax.module.css";
import { PageTray } from "./page-tray.tsx";
import { RecipientsField } from "./recipients-field.tsx";
import { SendBar } from "./send-bar.tsx";
import { useComposed, useComposing } from "./use-composing.ts";
import { useHandedIn } from "./use-handed-in.ts";

/** `/faxes/new`: recipients, pages, cover, and how it is sent. */
export function NewFaxPage(): ReactNode {
  const { fax_lines: lines } = useUser();
  if (lines.length === 0) return <EmptyState icon={Printer}>You don't have a fax line yet.</EmptyState>;
  return <NewFax />;
}

function NewFax(): ReactNode {
  const router = useRouter();
  const composing = useComposing();
  const isLoaded = useComposed((state) => state.isLoaded);
  useEffect(() => void composing.load(), [composing]);
  useHandedIn(isLoaded);
  return (
    <div data-drop-area className={classes.page}>
      <Detail label="New fax">
        <header className={classes.header}>
          <DetailBack label="Back to the faxes" onBack={() => router.history.push(paths.faxes)} />
          <h2 className={classes.title}>New fax</h2>
        </header>
        {isLoaded ? <Form /> : <Loader size="sm" aria-label="Loading" />}
      </Detail>
    </div>
  );
}

function Form(): ReactNode {
  const composing = useComposing();
  const to = useComposed((state) => state.to);
  const typed = useComposed((state) => state.typed);
  return (
    <>
      <RecipientsField
        to={to}
        onChange={(all) => composing.change({ to: all })}
        typed={typed}
        onTyped={(text) => composing.type(text)}
        isFocused={to.length === 0}
      />
      <FaxOptions />
      <PageTray />
      <CoverFields />
      <SendBar />
    </>
  );
}
