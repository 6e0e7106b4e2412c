import { Button, Group, Modal, MultiSelect, Select, Stack, Text } from "@mantine/core";
import { ActionMenu, Avatar, Banner, type MenuAction, useConfirm, useSnackbar } from "@offhook/ui";
import { Crown, EllipsisVertical, Eye, PenLine, ShieldCheck, UserMinus } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useUser } from "../../session/index.ts";
import { ChatFailure } from "../link/chat-failure.ts";
import { useColleagueSearch, useColleagues } from "../new/colleagues.ts";
import type { TopicRecord } from "../store/teams-state.ts";
import { hasAccess, isOwner, type Member } from "../store/topic.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import { type Names, useNames } from "../topic/use-names.ts";
import {
  asksToWrite,
  canDecide,
  canInvite,
  isOfferedOwnership,
  type MemberAct,
  memberActs,
  NEWCOMER_CHOICES,
  newcomerChoice,
  ROLE_MODES,
  ROLE_WORDS,
  roleOf,
  sortedMembers,
} from "./member-rights.ts";
import classes from "./members-dialog.module.css";

export interface MembersDialogProps {
  readonly record: TopicRecord;
  readonly onClose: () => void;
}

/** The members of a team and what each may do, in plain words. */
export function MembersDialog({ record, onClose }: MembersDialogProps): ReactNode {
  const { topic, members } = record;
  const chat = useTeamsChat();
  const names = useNames();
  const { pbx_cid: customerId } = useUser();
  const act = useAct();
  useEffect(() => {
    // Out of reach just now: what is known is shown.
    chat.sync.refreshMembers(topic.id).catch(() => {});
    chat.acts.searchCompany(customerId).catch(() => {});
  }, [chat, topic.id, customerId]);
  return (
    <Modal opened onClose={onClose} title={`Members of ${names.topicName(topic)}`} size="lg">
      <Stack>
        {topic.note !== "" && <Text className={classes.note}>{topic.note}</Text>}
        <OwnRights record={record} act={act} />
        {canDecide(topic) && <Requests record={record} names={names} act={act} />}
        {canInvite(topic) && <AddMembers record={record} act={act} />}
        {isOwner(topic) && (
          <Select
            label="Who can join"
            data={[...NEWCOMER_CHOICES]}
            value={newcomerChoice(topic.newcomerMode ?? "")}
            allowDeselect={false}
            onChange={(mode) =>
              mode !== null && void act(() => chat.acts.setNewcomerMode(topic.id, mode), "Saved")
            }
          />
        )}
        <ul className={classes.list} aria-label="Members">
          {sortedMembers(members.values(), names.nameOf).map((member) => (
            <MemberRow key={member.user} record={record} member={member} names={names} act={act} />
          ))}
        </ul>
      </Stack>
    </Modal>
  );
}

type Act = (work: () => Promise<void>, done: string) => Promise<void>;

function useAct(): Act {
  const snackbar = useSnackbar();
  return async (work, done) => {
    try {
      await work();
      snackbar.show(done);
    } catch (failure) {
      const text = failure instanceof ChatFailure ? failure.message : "Something went wrong. Try again later";
      snackbar.show(text, { tone: "error" });
    }
  };
}

/** What the user may do here, and the next step where there is one. */
function OwnRights({ record, act }: { readonly record: TopicRecord; readonly act: Act }): ReactNode {
  const { topic } = record;
  const chat = useTeamsChat();
  if (isOfferedOwnership(topic))
    return (
      <Banner
        tone="quiet"
        action={{
          label: "Accept",
          onClick: () =>
            void act(() => chat.acts.setOwnMode(topic.id, ROLE_MODES.owner), "You are now the owner"),
        }}
      >
        You've been offered ownership of this team.
      </Banner>
    );
  if (hasAccess(topic.mode, "W")) return null;
  const isAsking = hasAccess(topic.want, "W");
  return (
    <Group justify="space-between">
      <Text size="sm">You have read-only access.</Text>
      <Button
        variant="light"
        disabled={isAsking}
        onClick={() => void act(() => chat.acts.setOwnMode(topic.id, "+W"), "You have asked to write")}
      >
        {isAsking ? "You have asked to write" : "Ask to write"}
      </Button>
    </Group>
  );
}

interface PartProps {
  readonly record: TopicRecord;
  readonly names: Names;
  readonly act: Act;
}

function Requests({ record, names, act }: PartProps): ReactNode {
  const chat = useTeamsChat();
  const asking = [...record.members.values()].filter(asksToWrite);
  if (asking.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Requests">
      {asking.map(({ user }) => (
        <li key={user} className={classes.request}>
          <Text size="sm">{names.nameOf(user)} asks to write</Text>
          <Button
            size="compact-sm"
            aria-label={`Allow ${names.nameOf(user)} to post`}
            onClick={() =>
              void act(
                () => chat.acts.setMember(record.topic.id, user, ROLE_MODES.writer),
                `${names.nameOf(user)} can write now`,
              )
            }
          >
            Approve
          </Button>
        </li>
      ))}
    </ul>
  );
}

function AddMembers({ record, act }: Omit<PartProps, "names">): ReactNode {
  const chat = useTeamsChat();
  const [chosen, setChosen] = useState<string[]>([]);
  const [search, setSearch] = useState("");
  useColleagueSearch(search);
  const others = useColleagues("").filter(({ id }) => !record.members.has(id));
  const add = async (): Promise<void> => {
    for (const user of chosen) await chat.acts.setMember(record.topic.id, user);
    setChosen([]);
  };
  return (
    <Group align="flex-end" wrap="nowrap">
      <MultiSelect
        className={classes.people ?? ""}
        label="Add people"
        placeholder={chosen.length === 0 ? "Add people…" : ""}
        data={others.map(({ id, shownName }) => ({ value: id, label: shownName }))}
        value={chosen}
        onChange={setChosen}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        limit={100}
        nothingFoundMessage={others.length === 0 ? "Everyone is already a member" : "No results."}
      />
      <Button
        disabled={chosen.length === 0}
        onClick={() => void act(add, chosen.length === 1 ? "Added" : `${chosen.length} people added`)}
      >
        Add
      </Button>
    </Group>
  );
}

function MemberRow({ record, member, names, act }: PartProps & { readonly member: Member }): ReactNode {
  const ownId = useTeamsState((state) => state.ownId);
  const face = names.faceOf(member.user);
  const name = names.nameOf(member.user);
  const isOwn = member.user === ownId;
  const actions = useMemberActions({ record, member, name, act });
  const role = ROLE_WORDS[roleOf(isOwn ? record.topic.mode : member.mode)];
  return (
    <li className={classes.member}>
      <Avatar
        name={face.name}
        photo={face.photo}
        size={36}
        presence={member.isOnline ? "online" : "offline"}
        isDecorative
      />
      <span className={classes.who}>
        <span className={classes.name}>{isOwn ? `${name} (you)` : name}</span>
        <span className={classes.role}>
          {hasAccess(member.given, "O") && roleOf(member.mode) !== "owner" ? "Ownership offered" : role}
        </span>
      </span>
      {!isOwn && actions.length > 0 && (
        <ActionMenu
          label={`Permissions for ${name}`}
          title="Permissions"
          icon={EllipsisVertical}
          actions={actions}
        />
      )}
    </li>
  );
}

interface MemberActionsOptions {
  readonly record: TopicRecord;
  readonly member: Member;
  readonly name: string;
  readonly act: Act;
}

function useMemberActions({ record, member, name, act }: MemberActionsOptions): MenuAction[] {
  const chat = useTeamsChat();
  const confirm = useConfirm();
  const { topic } = record;
  const give = (mode: string, done: string) => () =>
    void act(() => chat.acts.setMember(topic.id, member.user, mode), done);
  const asked = async (question: Parameters<typeof confirm>[0], work: () => Promise<void>, done: string) => {
    if (await confirm(question)) await act(work, done);
  };
  const all: Readonly<Record<MemberAct, MenuAction>> = {
    write: {
      label: "Can write",
      icon: PenLine,
      onSelect: give(ROLE_MODES.writer, `${name} can write now`),
    },
    viewOnly: {
      label: "View-only",
      icon: Eye,
      onSelect: give(ROLE_MODES.reader, `${name} can only read now`),
    },
    admin: {
      label: "Make admin",
      icon: ShieldCheck,
      onSelect: give(ROLE_MODES.admin, `${name} is an admin now`),
    },
    offer: {
      label: "Hand over ownership",
      icon: Crown,
      onSelect: () =>
        void asked(
          {
            title: `Hand over to ${name}?`,
            text: "The team stays yours until the offer is accepted. You remain an admin.",
            acceptLabel: "Offer",
          },
          () => chat.acts.setMember(topic.id, member.user, ROLE_MODES.owner),
          `${name} has to accept it`,
        ),
    },
    remove: {
      label: "Remove from team",
      icon: UserMinus,
      isDestructive: true,
      onSelect: () =>
        void asked(
          {
            title: `Remove ${name}?`,
            text: "They won't see new messages. You can add them again later.",
            acceptLabel: "Remove",
            isDestructive: true,
          },
          () => chat.acts.removeMember(topic.id, member.user),
          `${name} was removed`,
        ),
    },
  };
  return memberActs(topic, member).map((each) => all[each]);
}
