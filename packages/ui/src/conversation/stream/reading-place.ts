/** Where the reader stands: at the end, or with this row so far from the top of the view. */
type Anchor = "end" | { readonly key: string; readonly offset: number };

/** A row to be brought into view: what is new below some of what was read, what is looked for in the middle. */
export interface WantedRow {
  readonly key: string;
  readonly at: "start" | "middle";
}

const END_PX = 48;
const START_SHARE = 0.25;

/**
 * What the reader looks at, kept where it is whatever is added above or below or changes its height. The rows are the
 * children of `list`, with `data-key`; those with `data-heading` move with what stands below them.
 */
export class ReadingPlace {
  #scroller: HTMLElement | undefined;
  #list: HTMLElement | undefined;
  #anchor: Anchor = "end";
  #wanted: WantedRow | undefined;
  /** The place was chosen, and the rows for it are not drawn yet: where the view stands until then says nothing. */
  #isChosen = false;
  /** Where the view was put the last time, and how high its rows and itself were then. */
  #placed: { readonly top: number; readonly height: number; readonly room: number } | undefined;
  /** The end was chosen and is being loaded: the end of the rows until then is not where the reader wants to stand. */
  #isEndAwaited = false;

  constructor(wanted: WantedRow | undefined) {
    this.#wanted = wanted;
  }

  /** The row that has to be there with the next rows. */
  get wanted(): WantedRow | undefined {
    return this.#wanted;
  }

  get isEnd(): boolean {
    return this.#anchor === "end" && !this.#wanted;
  }

  attach(scroller: HTMLElement | null, list: HTMLElement | null): void {
    this.#scroller = scroller ?? undefined;
    this.#list = list ?? undefined;
  }

  want(row: WantedRow): void {
    this.#wanted = row;
    this.#isChosen = true;
    this.#isEndAwaited = false;
  }

  toEnd(): void {
    this.#anchor = "end";
    this.#wanted = undefined;
    this.#isChosen = true;
  }

  /** Stays at the end whatever the view does, until the end itself has come. */
  awaitEnd(): void {
    this.#isEndAwaited = true;
  }

  endCame(): void {
    this.#isEndAwaited = false;
  }

  /** After rows were drawn or their heights have changed. */
  restore(): void {
    const view = this.#scroller;
    if (!view) return;
    this.#isChosen = false;
    const wanted = this.#wanted && this.#rowOf(this.#wanted.key);
    if (this.#wanted && wanted) this.#anchor = anchorOf(view, wanted, this.#wanted);
    this.#wanted = undefined;
    const row = this.#anchor === "end" ? undefined : this.#rowOf(this.#anchor.key);
    if (this.#anchor !== "end" && row) view.scrollTop = row.offsetTop - this.#anchor.offset;
    else {
      // Without its row there is no place to keep.
      this.#anchor = "end";
      view.scrollTop = view.scrollHeight;
    }
    this.#placed = { top: view.scrollTop, height: view.scrollHeight, room: view.clientHeight };
  }

  /** After the view was moved. Says whether it stands at the end; `endsHere`: of the conversation, not of its rows. */
  look(endsHere: boolean): boolean {
    const view = this.#scroller;
    if (!view || this.#isChosen || (this.#isEndAwaited && !endsHere)) return false;
    // Told of its own move, after a picture has come: the reader has not moved, and is not left behind.
    if (this.#isOutgrown(view)) this.restore();
    const isAtEnd = endsHere && this.reach.below < END_PX;
    this.#anchor = isAtEnd ? "end" : this.#firstInView(view);
    return isAtEnd;
  }

  /** How far the rows that are there go beyond what is in view. */
  get reach(): { readonly above: number; readonly below: number } {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = this.#scroller ?? {};
    return { above: scrollTop, below: scrollHeight - scrollTop - clientHeight };
  }

  /** The rows do not fill the view. */
  get hasRoom(): boolean {
    const { scrollHeight = 0, clientHeight = 0 } = this.#scroller ?? {};
    return clientHeight > 0 && scrollHeight <= clientHeight;
  }

  /** The place among the rows of the last one of which something is in view; -1 where there is none. */
  get lastInView(): number {
    const { scrollTop = 0, clientHeight = 0 } = this.#scroller ?? {};
    return this.#firstRow((row) => row.offsetTop >= scrollTop + clientHeight) - 1;
  }

  /** What is said at the end is read aloud by a screen reader; what is built around the view is not. */
  speak(isSettled: boolean): void {
    if (this.#scroller) this.#scroller.ariaLive = isSettled && this.isEnd ? "polite" : "off";
  }

  /** A row that goes away must not take the focus with it. */
  keepFocus(goesAway: (key: string) => boolean): void {
    const key = document.activeElement?.closest<HTMLElement>("[data-key]")?.dataset.key;
    const isHere = this.#list?.contains(document.activeElement) ?? false;
    if (isHere && key !== undefined && goesAway(key)) this.#scroller?.focus({ preventScroll: true });
  }

  #isOutgrown({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
    const placed = this.#placed;
    if (!placed || placed.top !== scrollTop) return false;
    return placed.height !== scrollHeight || placed.room !== clientHeight;
  }

  #firstInView(view: HTMLElement): Anchor {
    const { scrollTop } = view;
    let index = this.#firstRow((row) => row.offsetTop + row.offsetHeight > scrollTop);
    while (this.#rowAt(index)?.dataset.heading !== undefined && this.#rowAt(index + 1)) index += 1;
    const row = this.#rowAt(index);
    return row ? { key: row.dataset.key ?? "", offset: row.offsetTop - scrollTop } : "end";
  }

  #rowAt(index: number): HTMLElement | undefined {
    return this.#list?.children[index] as HTMLElement | undefined;
  }

  #rowOf(key: string): HTMLElement | undefined {
    return this.#list?.querySelector<HTMLElement>(`:scope > [data-key="${CSS.escape(key)}"]`) ?? undefined;
  }

  /** Rows stand in order, so a few looks find the first for which it holds among any number. */
  #firstRow(holds: (row: HTMLElement) => boolean): number {
    let [low, high] = [0, this.#list?.children.length ?? 0];
    while (low < high) {
      const middle = (low + high) >> 1;
      const row = this.#rowAt(middle);
      if (row && holds(row)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function anchorOf(view: HTMLElement, row: HTMLElement, { key, at }: WantedRow): Anchor {
  const room = at === "middle" ? (view.clientHeight - row.offsetHeight) / 2 : view.clientHeight * START_SHARE;
  return { key, offset: Math.max(0, room) };
}
