import { ActionIcon, Menu } from "@mantine/core";
import { MessageSquareQuote, Settings2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { latePart } from "../../../platform/rendering/late.tsx";
import { useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import type { Thread } from "../store/thread.ts";
import { useLineName, useTextMessages } from "../use-text-messages.ts";
import { fillTemplate, type TemplateValues } from "./template-text.ts";

const TemplatesDialog = latePart(() => import("./templates-dialog.tsx"), "TemplatesDialog");

export interface TemplateMenuProps {
  /** A short reply was chosen. */
  readonly onInsert: (text: string) => void;
  /** A template was chosen, whose names are not filled in yet. */
  readonly onTemplate: (template: string) => void;
}

/** The specification's own words, space before the mark included. */
const CANNED_REPLIES = [
  "Will call you right back",
  "Can't talk right now. Will call you back later",
  "I'm on the call with another customer",
  "In a meeting now can we talk later ?",
] as const;

/** Texts that are written often: the company's templates with names filled in, and short replies. */
export function TemplateMenu({ onInsert, onTemplate }: TemplateMenuProps): ReactNode {
  const texts = useTextMessages();
  const templates = useStore(texts.aids, (aids) => aids.templates);
  const [isManaging, setIsManaging] = useState(false);
  return (
    <>
      <Menu position="top-start" width={320} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon aria-label="Templates" title="Templates and replies">
            <MessageSquareQuote size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: "auto" }}>
          {templates.length > 0 && <Menu.Label>Templates</Menu.Label>}
          {templates.map(({ id, title, description }) => (
            <Menu.Item key={id} onClick={() => onTemplate(description)}>
              {title}
            </Menu.Item>
          ))}
          <Menu.Label>Replies</Menu.Label>
          {CANNED_REPLIES.map((reply) => (
            <Menu.Item key={reply} onClick={() => onInsert(reply)}>
              {reply}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Settings2 size={16} aria-hidden="true" />}
            onClick={() => setIsManaging(true)}
          >
            Manage templates
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isManaging && <TemplatesDialog onClose={() => setIsManaging(false)} />}
    </>
  );
}

/** Fills in the names of the conversation. */
export function useTemplateFiller(thread: Thread): (template: string) => string {
  const { name, organization } = useCaller(thread.address.conversation);
  const { firstname, lastname, company } = useUser();
  const values: TemplateValues = {
    first_name: name?.split(" ")[0] ?? "",
    name: name ?? "",
    organization,
    my_name: `${firstname} ${lastname}`.trim(),
    company,
    line: useLineName(thread.address.sms_line),
  };
  return (template) => fillTemplate(template, values);
}
