import type { PushChannel } from "@offhook/contract";

/** Which channels one connection hears: those its user may hear, as far as it has asked for them. */
export class ChannelSubscription {
  #allowed: ReadonlySet<string> = new Set();
  /** "all" follows what is allowed, also when that grows. */
  #wanted: ReadonlySet<string> | "all" = "all";
  #heard: ReadonlySet<string> = new Set();

  hears(channel: string): boolean {
    return this.#heard.has(channel);
  }

  allows(channel: string): boolean {
    return this.#allowed.has(channel);
  }

  allow(channels: readonly PushChannel[]): void {
    this.#allowed = new Set(channels.map((each) => each.channel));
    this.#combine();
  }

  /** Hears these and no others. Returns those that are not allowed. */
  choose(channels: readonly string[]): string[] {
    this.#wanted = new Set(channels);
    return this.#combine();
  }

  /** Returns those that are not allowed. */
  add(channels: readonly string[]): string[] {
    if (this.#wanted !== "all") this.#wanted = new Set([...this.#wanted, ...channels]);
    this.#combine();
    return channels.filter((channel) => !this.#allowed.has(channel));
  }

  remove(channels: readonly string[]): void {
    const kept = new Set(this.#wanted === "all" ? this.#allowed : this.#wanted);
    for (const channel of channels) kept.delete(channel);
    this.#wanted = kept;
    this.#combine();
  }

  #combine(): string[] {
    if (this.#wanted === "all") {
      this.#heard = this.#allowed;
      return [];
    }
    // What is not allowed is not remembered either, or a client could fill the server's memory with names.
    const denied = [...this.#wanted].filter((channel) => !this.#allowed.has(channel));
    this.#wanted = new Set([...this.#wanted].filter((channel) => this.#allowed.has(channel)));
    this.#heard = this.#wanted;
    return denied;
  }
}
