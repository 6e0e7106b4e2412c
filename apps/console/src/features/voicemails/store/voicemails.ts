import type { Voicemail, VoicemailFilter, VoicemailFolder } from "@offhook/contract";
import { dropItems, patchItem } from "../../../platform/boxes/box-rules.ts";
import { type BoxAddress, BoxStore } from "../../../platform/boxes/box-store.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { PushClient } from "../../../platform/push/push-client.ts";
import { LiveVoicemails } from "../live/live-voicemails.ts";
import { VoicemailList } from "./voicemail-list.ts";
import type { VoicemailChoice } from "./voicemail-rules.ts";

export interface VoicemailsOptions {
  readonly platform: Platform;
  readonly push: PushClient;
  readonly userId: number;
  readonly allBoxes: () => readonly string[];
  /** What the list shows at first. */
  readonly choice: VoicemailChoice;
}

/** The voicemails of the signed-in user: the list, what is done to them, and how far each was heard. */
export class Voicemails extends BoxStore<Voicemail, VoicemailFolder, VoicemailFilter> {
  /** Those that are just being left. */
  readonly live: LiveVoicemails;
  /** Seconds, by id: whoever leaves a message in the middle goes on there. */
  readonly positions = new Map<string, number>();
  readonly #options: VoicemailsOptions;

  constructor(options: VoicemailsOptions) {
    const { platform, push, userId, allBoxes, choice } = options;
    const { client, browser, network } = platform;
    const { clock, store } = browser;
    super(
      { client, userId, type: "vox" },
      new VoicemailList({ client, log: push.log, clock, store, userId, allBoxes, choice }),
    );
    this.#options = options;
    this.live = new LiveVoicemails({ client, log: push.log });
    for (const load of [() => this.list.refresh(), () => this.live.load()])
      this.scope.add(network.onRecovery(() => void load().catch(() => {})));
    this.scope.add(() => this.live.stop());
  }

  async move({ mailbox, id }: BoxAddress, dir: VoicemailFolder): Promise<void> {
    const { client } = this.#options.platform;
    const moved = patchItem<Voicemail, Pick<Voicemail, "dir">>(id, () => ({ dir }));
    await this.list.change([moved], (options) =>
      client.moveVoicemails({ body: { mailbox, ids: [id], dir } }, options),
    );
  }

  async remove({ mailbox, id }: BoxAddress): Promise<void> {
    const { client } = this.#options.platform;
    await this.list.change([dropItems([id])], (options) =>
      client.deleteVoicemail({ query: { mailbox, id } }, options),
    );
  }

  async restore({ mailbox, id }: BoxAddress): Promise<void> {
    const { client } = this.#options.platform;
    this.add([await client.restoreVoicemail({ body: { mailbox, id } })]);
  }
}

export function createVoicemails(options: VoicemailsOptions): Voicemails {
  return new Voicemails(options);
}
