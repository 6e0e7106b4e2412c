import { NO_MAILBOX_ACCESS_TEXT } from "@offhook/contract";
import { EmptyState } from "@offhook/ui";
import { Detail, DetailBack } from "@offhook/ui/detail";
import { useParams, useRouter } from "@tanstack/react-router";
import { Voicemail } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { useUser } from "../../session/index.ts";
import classes from "./box-page.module.css";
import { BoxSwitches } from "./box-switches.tsx";
import { GreetingsPanel } from "./greetings-panel.tsx";

/** `/voicemails/boxes/{mailbox}`: what callers of a box hear, and what becomes of their messages. */
export function BoxPage(): ReactNode {
  const { mailbox } = useParams({ strict: false }) as { readonly mailbox: string };
  const router = useRouter();
  const { vox_boxes: boxes } = useUser();
  const box = boxes.find(({ name }) => name === mailbox);
  const back = (
    <DetailBack label="Back to the voicemails" onBack={() => router.history.push(paths.voicemails)} />
  );
  if (!box)
    return (
      <>
        {back}
        <EmptyState icon={Voicemail}>{NO_MAILBOX_ACCESS_TEXT}</EmptyState>
      </>
    );
  return (
    <Detail label={`Mailbox ${box.label || box.name}`}>
      <header className={classes.header}>
        {back}
        <h2 className={classes.title} dir="auto">
          {box.label || box.name}
        </h2>
      </header>
      <GreetingsPanel key={mailbox} mailbox={mailbox} />
      <BoxSwitches key={`switches-${mailbox}`} mailbox={mailbox} />
    </Detail>
  );
}
