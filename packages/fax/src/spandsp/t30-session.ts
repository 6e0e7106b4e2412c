import type { FaxOrder } from "../protocol/fax-order.ts";
import {
  forgetCallback,
  type NativePointer,
  nativeBytes,
  nativeCallback,
  type Spandsp,
} from "./spandsp-library.ts";

/** What T.30 has told, in the order in which it happened. */
export type T30Event =
  /** The first frame of the far end came whole: it is a fax machine. */
  | { readonly type: "farEnd" }
  /** A page has been sent to its end, and the far end is asked whether it has it. */
  | { readonly type: "asked" }
  | { readonly type: "page"; readonly count: number; readonly badRows: number; readonly total: number }
  | { readonly type: "finished"; readonly code: number };

export interface T30Statistics {
  readonly bitRate: number;
  readonly usesEcm: boolean;
  readonly pagesSent: number;
  readonly pagesReceived: number;
  readonly pagesInFile: number;
  readonly width: number;
  readonly length: number;
  readonly badRows: number;
  readonly status: number;
}

/** The members of `t30_stats_t`, all of them ints, in their order. */
const STATISTICS = [
  "bit_rate",
  "error_correcting_mode",
  "pages_tx",
  "pages_rx",
  "pages_in_file",
  "x_resolution",
  "y_resolution",
  "width",
  "length",
  "image_size",
  "encoding",
  "bad_rows",
  "longest_bad_row_run",
  "error_correcting_mode_retries",
  "current_status",
] as const;

const MODEMS = { V27TER: 0x01, V29: 0x02, V17: 0x04 };
const COMPRESSIONS = { T4_1D: 0x02, T4_2D: 0x04, T6: 0x08 };
const RESOLUTIONS = { STANDARD: 0x01, FINE: 0x02, SUPERFINE: 0x04, R8: 0x2_00_00 };
/** 215 mm wide; as long as it likes, A4, letter or legal. */
const IMAGE_SIZES = 0x01 | 0x1_00_00 | 0x2_00_00 | 0x8_00_00 | 0x10_00_00;
/** Who sends it (TSI), and asking for a command again (CRP). */
const FEATURES = 0x01 | 0x08_00;
/** A page is kept as T.6, the smallest and the one everything reads. */
const T6_IN_FILES = 3;

/** T.30 §5.3.6.1: what ends a page. The far end's answer to it confirms the page, or does not. */
const END_OF_PAGE: ReadonlySet<number> = new Set([0x4e, 0x8e, 0x2e, 0x5e, 0x9e, 0x3e]);
const PARTIAL_PAGE_SENT = 0xbe;

const MAX_ID = 20;
const MAX_HEADER = 50;
/** spandsp has 256 bytes for a path, and cuts what is longer without a word. */
const MAX_PATH_BYTES = 255;

const allOf = (flags: Readonly<Record<string, number>>): number =>
  Object.values(flags).reduce((all, flag) => all | flag, 0);

/** T.30 §5.3.6.2.4 knows digits, plus and space; machines show letters too, and nothing beyond ASCII. */
const plainText = (text: string, length: number): string =>
  text
    .replace(/[^\x20-\x7e]/g, "")
    .trim()
    .slice(0, length);

/** Who sends what to whom: the part that is the same over audio and over T.38. */
export class T30Session {
  readonly #spandsp: Spandsp;
  readonly #t30: NativePointer;
  readonly #callbacks: readonly bigint[];
  #events: T30Event[] = [];
  #pages = 0;
  #hasFarEnd = false;

  constructor(spandsp: Spandsp, t30: NativePointer, order: FaxOrder) {
    this.#spandsp = spandsp;
    this.#t30 = t30;
    this.#configure(order);
    const phaseD = nativeCallback("phaseD", () => this.#endPage());
    const phaseE = nativeCallback("phaseE", (_t30, _user, code) => {
      this.#events.push({ type: "finished", code });
    });
    const frame = nativeCallback("frame", (_t30, _user, isIncoming, data, length) =>
      this.#see(isIncoming !== 0, data, length),
    );
    spandsp.t30SetPhaseDHandler(t30, phaseD, null);
    spandsp.t30SetPhaseEHandler(t30, phaseE, null);
    spandsp.t30SetRealTimeFrameHandler(t30, frame, null);
    this.#callbacks = [phaseD, phaseE, frame];
  }

  /** What has happened since the last time. Never to be called from within spandsp. */
  takeEvents(): readonly T30Event[] {
    if (this.#events.length === 0) return this.#events;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  get station(): string {
    return plainText(this.#spandsp.t30GetRxIdent(this.#t30) ?? "", MAX_ID);
  }

  statistics(): T30Statistics {
    const values = new Int32Array(STATISTICS.length);
    this.#spandsp.t30GetTransferStatistics(this.#t30, values);
    const read = (name: (typeof STATISTICS)[number]): number => values[STATISTICS.indexOf(name)] ?? 0;
    return {
      bitRate: read("bit_rate"),
      usesEcm: read("error_correcting_mode") !== 0,
      pagesSent: read("pages_tx"),
      pagesReceived: read("pages_rx"),
      pagesInFile: read("pages_in_file"),
      width: read("width"),
      length: read("length"),
      badRows: read("bad_rows"),
      status: read("current_status"),
    };
  }

  /** The call is gone: whatever it was at, it is finished now. */
  terminate(): void {
    this.#spandsp.t30Terminate(this.#t30);
  }

  /** After spandsp has freed what the callbacks are for. */
  release(): void {
    for (const callback of this.#callbacks) forgetCallback(callback);
  }

  #configure({ role, file, firstPage = 1, stationId, headerText = "", ecm, rowMs = 0 }: FaxOrder): void {
    const spandsp = this.#spandsp;
    const t30 = this.#t30;
    if (Buffer.byteLength(file) > MAX_PATH_BYTES)
      throw new Error(`The path of a fax may be ${MAX_PATH_BYTES} bytes long: ${file}`);
    spandsp.t30SetTxIdent(t30, plainText(stationId, MAX_ID));
    spandsp.t30SetTxPageHeaderInfo(t30, plainText(headerText, MAX_HEADER));
    spandsp.t30SetEcmCapability(t30, ecm ? 1 : 0);
    spandsp.t30SetSupportedModems(t30, allOf(MODEMS));
    spandsp.t30SetSupportedCompressions(t30, allOf(COMPRESSIONS));
    spandsp.t30SetSupportedResolutions(t30, allOf(RESOLUTIONS));
    spandsp.t30SetSupportedImageSizes(t30, IMAGE_SIZES);
    spandsp.t30SetSupportedT30Features(t30, FEATURES);
    spandsp.t30SetMinimumScanLineTime(t30, rowMs);
    spandsp.t30SetRxEncoding(t30, T6_IN_FILES);
    if (role === "send") spandsp.t30SetTxFile(t30, file, firstPage - 1, -1);
    else spandsp.t30SetRxFile(t30, file, -1);
  }

  #endPage(): number {
    const { pagesSent, pagesReceived, badRows, pagesInFile } = this.statistics();
    const count = pagesSent + pagesReceived;
    // Asked for again, or torn: nothing is confirmed.
    if (count <= this.#pages) return 0;
    this.#pages = count;
    this.#events.push({ type: "page", count, badRows, total: pagesInFile });
    return 0;
  }

  #see(isIncoming: boolean, data: NativePointer, length: number): void {
    if (isIncoming) {
      if (!this.#hasFarEnd) this.#events.push({ type: "farEnd" });
      this.#hasFarEnd = true;
      return;
    }
    if (length < 3 || length > 10) return;
    const frame = nativeBytes(data, length);
    const command = (frame[2] ?? 0) & 0xfe;
    const endsPage = END_OF_PAGE.has(command === PARTIAL_PAGE_SENT ? (frame[3] ?? 0) & 0xfe : command);
    if (endsPage) this.#events.push({ type: "asked" });
  }
}
