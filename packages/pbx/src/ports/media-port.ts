import type { MediaCommandName, MediaEvents, ParamsOf, ResultOf } from "@offhook/media/protocol";

export interface MediaPortEvents extends Omit<MediaEvents, "log"> {
  /** All legs and bridges are gone; `legLost` has been told for each. */
  engineDown: { readonly reason: string };
}

/** The media process as call control sees it. `MediaEngine` of `@offhook/media` fits. */
export interface MediaPort {
  request<Name extends MediaCommandName>(name: Name, params: ParamsOf<Name>): Promise<ResultOf<Name>>;
  /** Without an answer; only a refusal comes back, as the event `orderRefused`. In order with `request`. */
  tell<Name extends MediaCommandName>(name: Name, params: ParamsOf<Name>): void;
  on<Name extends keyof MediaPortEvents>(
    name: Name,
    listener: (payload: MediaPortEvents[Name]) => void,
  ): () => void;
}
