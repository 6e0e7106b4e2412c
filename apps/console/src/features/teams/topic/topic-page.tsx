import { ListSkeleton, useConfirm, useLoadingShown, useSnackbar } from "@offhook/ui";
import { useMatches, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { paths } from "../../../platform/navigation/paths.ts";
import { ChatFailure } from "../link/chat-failure.ts";
import { replacedSeq } from "../store/message.ts";
import { rangeWith } from "../store/seq-ranges.ts";
import { isGroupId, isTopicId } from "../store/topic.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import { type TopicTarget, TopicView } from "./topic-view.tsx";

interface Place {
  readonly id: string;
  readonly routeName: string;
  readonly search: {
    readonly search?: string;
    readonly seq?: string;
    readonly reply?: string;
    /** Whose link it is. */
    readonly from?: string;
  };
}

function usePlace(): Place {
  return useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return {
        id: (last?.params as { readonly id?: string } | undefined)?.id ?? "",
        routeName: last?.staticData.name ?? "",
        search: (last?.search ?? {}) as Place["search"],
      };
    },
    structuralSharing: true,
  });
}

/** `/teams/{id}`, `/teams/search-result/{id}` and `/teams-chat/{id}`. */
export function TopicPage(): ReactNode {
  const place = usePlace();
  const ownId = useTeamsState((state) => state.ownId);
  const { id, search } = place;
  if (isGroupId(id) || (search.from === undefined && id !== ownId)) return <OpenTopic {...place} />;
  // Before the first sign-in it is not known whose chat it is.
  if (ownId === undefined) return <ListSkeleton rowHeight={56} />;
  if (search.from === ownId && id !== ownId) return <OpenTopic {...place} />;
  return <OthersLink key={id} place={place} ownId={ownId} />;
}

/** The link of somebody else to a direct chat: it leads to the one with them, or to nothing of the user's. */
function OthersLink({ place, ownId }: { readonly place: Place; readonly ownId: string }): ReactNode {
  const router = useRouter();
  const snackbar = useSnackbar();
  const { id, search } = place;
  const go = useEffectEvent(() => {
    const { from, ...others } = search;
    if (id === ownId && from !== undefined && from !== ownId)
      return router.history.replace(paths.foundInChat(from, others));
    snackbar.show(PRIVATE_LINK);
    router.history.replace(paths.noChat());
  });
  useEffect(() => go(), []);
  return <ListSkeleton rowHeight={56} />;
}

const PRIVATE_LINK = "This link leads to a private chat that you are not part of";

function OpenTopic({ id, routeName, search }: Place): ReactNode {
  const router = useRouter();
  const isWindow = routeName === "teams-chat-id";
  const record = useTeamsState((state) => state.topics.get(id));
  const leave = (): void => {
    // A window that a script has opened can be closed by one; another stays and shows the greeting.
    if (isWindow) window.close();
    router.history.replace(paths.noChat());
  };
  useGone(id, leave);
  useOpening(id, leave);
  const target = useTarget(id, search);
  const isLoading = useLoadingShown(!record);
  if (isLoading || !record) return <ListSkeleton rowHeight={56} />;
  return <TopicView record={record} target={target} isWindow={isWindow} onLeft={leave} />;
}

const FORBIDDEN = 403;
const CHAT_GONE = "This chat no longer exists";
const PRIVATE_TEAM = "This team is private. Ask one of its members to add you.";

/** The topic was taken away, under the user's eyes or since the last visit. */
function useGone(id: string, leave: () => void): void {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  const told = useEffectEvent((name: string) => {
    snackbar.show(isGroupId(id) && name !== "" ? `You are no longer in ${name}` : CHAT_GONE);
    leave();
  });
  useEffect(
    () =>
      chat.events.on("gone", ({ topic, name }) => {
        if (topic === id) told(name);
      }),
    [chat, id],
  );
}

/** An address may lead to somebody one has not talked with yet, to a team one is not in, or to nobody. */
function useOpening(id: string, leave: () => void): void {
  const chat = useTeamsChat();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const isListed = useTeamsState((state) => state.link.connected && state.isListed);
  const isThere = useTeamsState((state) => state.topics.has(id));
  const seen = useRef<string>(undefined);
  const open = useEffectEvent(async () => {
    if (isGroupId(id)) {
      const name = await chat.acts.nameFromOutside(id);
      const text = "You are not a member of this team.";
      if (!(await confirm({ title: `Join ${name}?`, text, acceptLabel: "Join" }))) return leave();
    }
    if (isTopicId(id)) return chat.acts.open(id);
    throw new Error("This chat doesn't exist.");
  });
  const lost = useEffectEvent((failure: unknown) => {
    const isPrivate = isGroupId(id) && failure instanceof ChatFailure && failure.code === FORBIDDEN;
    snackbar.show(isPrivate ? PRIVATE_TEAM : CHAT_GONE);
    leave();
  });
  useEffect(() => {
    // What was left or taken away a moment ago must not be opened again.
    if (isThere) seen.current = id;
    if (isThere || !isListed || seen.current === id) return;
    seen.current = id;
    open().catch(lost);
  }, [id, isThere, isListed]);
}

/** The message of a search or a link, with what stands around it. */
function useTarget(
  id: string,
  { seq: seqText, reply: replyText, search = "" }: Place["search"],
): TopicTarget | undefined {
  const chat = useTeamsChat();
  const isAttached = useTeamsState((state) => state.topics.get(id)?.isAttached ?? false);
  const log = useTeamsState((state) => state.topics.get(id)?.log);
  const [seq, reply] = [numberFrom(seqText), numberFrom(replyText)];
  const isKnown = seq !== undefined && log !== undefined && rangeWith(log.known, seq) !== undefined;
  // A changed wording is found by its own number; what is shown is the message it changed.
  const frame = seq === undefined ? undefined : log?.frames.get(seq)?.data;
  const shown = (frame && replacedSeq(frame)) ?? seq;
  const isShownKnown = shown !== undefined && log !== undefined && rangeWith(log.known, shown) !== undefined;
  useEffect(() => {
    if (!isAttached) return;
    const wanted = isKnown ? shown : seq;
    if (wanted === undefined || (isKnown && isShownKnown)) return;
    // Out of reach just now: the line's return tries again.
    chat.sync.loadAround(id, wanted).catch(() => {});
  }, [chat, id, seq, shown, isKnown, isShownKnown, isAttached]);
  return useMemo(
    () => (shown === undefined || !isShownKnown ? undefined : { topic: id, seq: shown, reply, search }),
    [id, shown, isShownKnown, reply, search],
  );
}

function numberFrom(text: string | undefined): number | undefined {
  const value = Number(text ?? "");
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
