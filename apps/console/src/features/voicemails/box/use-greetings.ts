import {
  GREETING_MAX_BYTES,
  type Greeting,
  type GreetingChoiceUpdate,
  type Greetings,
} from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useQuery, useQueryClient } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useBoxChanges } from "./use-box.ts";
import { toBase64 } from "./wav-file.ts";

const keyOf = (mailbox: string): readonly string[] => ["voicemail-greetings", mailbox];

/** What callers of a box hear, as it now is. */
export function useGreetings(mailbox: string) {
  const { client } = usePlatform();
  const queries = useQueryClient();
  useBoxChanges(mailbox, () => void queries.invalidateQueries({ queryKey: keyOf(mailbox) }));
  return useQuery<Greetings>({
    queryKey: keyOf(mailbox),
    queryFn: () => client.getGreetings({ query: { mailbox } }),
    refetchOnWindowFocus: false,
  });
}

export interface GreetingActions {
  /** Undefined where it was refused, which the user has been told. */
  add(uuid: string, name: string, file: Blob): Promise<Greeting | undefined>;
  rename(greeting: Greeting, name: string): Promise<void>;
  remove(greeting: Greeting): Promise<void>;
  choose(choice: Omit<GreetingChoiceUpdate, "mailbox">): Promise<void>;
}

/** Changes; the user is told of what is refused. */
export function useGreetingActions(mailbox: string): GreetingActions {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const snackbar = useSnackbar();
  const attempt = async <Result>(change: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await change();
    } catch (failure) {
      snackbar.show(failureText(failure), { tone: "error" });
      return undefined;
    } finally {
      await queries.invalidateQueries({ queryKey: keyOf(mailbox) });
    }
  };
  const show = (greetings: Greetings): void => void queries.setQueryData(keyOf(mailbox), greetings);
  return {
    add: async (uuid, name, file) => {
      if (file.size > GREETING_MAX_BYTES) {
        snackbar.show("This file is too large. A greeting can have 6 MB at most.", { tone: "error" });
        return undefined;
      }
      return attempt(async () =>
        client.addGreeting({ body: { mailbox, uuid, name, file: await toBase64(file) } }),
      );
    },
    rename: async ({ id }, name) => {
      await attempt(() => client.renameGreeting({ body: { mailbox, id, name } }));
    },
    remove: async ({ id }) => {
      await attempt(async () => show(await client.deleteGreeting({ query: { mailbox, id } })));
    },
    choose: async (choice) => {
      await attempt(async () => show(await client.chooseGreetings({ body: { mailbox, ...choice } })));
    },
  };
}

/** Where it can be heard; nothing is asked for while `isWanted` is false. */
export function useGreetingFile(mailbox: string, id: string, isWanted: boolean) {
  const { client } = usePlatform();
  return useQuery({
    queryKey: ["voicemail-greeting-file", mailbox, id],
    queryFn: () => client.getGreetingFile({ query: { mailbox, id } }),
    enabled: isWanted,
    staleTime: 50 * 60_000,
    refetchOnWindowFocus: false,
  });
}
