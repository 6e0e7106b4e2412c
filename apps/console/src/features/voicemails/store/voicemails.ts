import type { Voicemail, VoicemailFolder } from "@offhook/contract";
import { Scope } from "@offhook/kernel";
import type { Platform } from "../../../platform/platform.ts";
import type { PushClient } from "../../../platform/push/push-client.ts";
import { VoicemailList } from "./voicemail-list.ts";
import { dropVoicemails, patchVoicemail, type VoicemailChoice } from "./voicemail-rules.ts";

export interface VoicemailsOptions {
  readonly platform: Platform;
  readonly push: PushClient;
  readonly userId: number;
  readonly allBoxes: () => readonly string[];
  /** What the list shows at first. */
  readonly choice: VoicemailChoice;
}

type Address = Pick<Voicemail, "mailbox" | "id">;

/** The voicemails of the signed-in user: the list, what is done to them, and how far each was heard. */
export class Voicemails {
  readonly list: VoicemailList;
  /** Seconds, by id: whoever leaves a message in the middle goes on there. */
  readonly positions = new Map<string, number>();
  /** Marked unread while it lies open: until the user leaves it, looking at it reads nothing. */
  readonly keptUnread = new Set<string>();
  readonly #options: VoicemailsOptions;
  readonly #scope = new Scope();

  constructor(options: VoicemailsOptions) {
    this.#options = options;
    const { platform, push, userId, allBoxes, choice } = options;
    const { client, browser, network } = platform;
    const { clock, store } = browser;
    this.list = new VoicemailList({ client, log: push.log, clock, store, userId, allBoxes, choice });
    this.#scope.add(network.onRecovery(() => void this.list.refresh().catch(() => {})));
    this.#scope.add(() => this.list.stop());
  }

  async markRead({ mailbox, id }: Address): Promise<void> {
    const { platform, userId } = this.#options;
    const read = patchVoicemail(id, ({ read_by }) => ({
      new: false,
      read_by: read_by.includes(userId) ? read_by : [...read_by, userId],
    }));
    await this.list.change([read], () =>
      platform.client.markRead({ body: { type: "vox", line: mailbox, ids: [id] } }),
    );
  }

  async markUnread({ mailbox, id }: Address): Promise<void> {
    const { platform, userId } = this.#options;
    this.keptUnread.add(id);
    const unread = patchVoicemail(id, ({ read_by }) => ({
      new: true,
      read_by: read_by.filter((each) => each !== userId),
    }));
    try {
      await this.list.change([unread], () =>
        platform.client.markUnread({ body: { type: "vox", line: mailbox, ids: [id] } }),
      );
    } catch (failure) {
      this.keptUnread.delete(id);
      throw failure;
    }
  }

  async move({ mailbox, id }: Address, dir: VoicemailFolder): Promise<void> {
    const { client } = this.#options.platform;
    const moved = patchVoicemail(id, () => ({ dir }));
    await this.list.change([moved], () => client.moveVoicemails({ body: { mailbox, ids: [id], dir } }));
  }

  async remove({ mailbox, id }: Address): Promise<void> {
    const { client } = this.#options.platform;
    await this.list.change([dropVoicemails([id])], () => client.deleteVoicemail({ query: { mailbox, id } }));
  }

  async restore({ mailbox, id }: Address): Promise<void> {
    const { client } = this.#options.platform;
    this.list.edit({ put: await client.restoreVoicemail({ body: { mailbox, id } }) });
  }

  stop(): void {
    this.#scope.close();
  }
}

export function createVoicemails(options: VoicemailsOptions): Voicemails {
  return new Voicemails(options);
}
