import koffi, { type LibraryHandle } from "koffi";

/** The address of something of spandsp's: it means nothing here, and is only ever handed back. */
export type NativePointer = bigint;
type P = NativePointer;

/** The functions of spandsp 0.0.6 that are in use, as its headers have them. Yes and no are 1 and 0. */
export interface Spandsp {
  faxInit(state: null, isCalling: number): P;
  faxFree(fax: P): number;
  faxRx(fax: P, samples: Int16Array, count: number): number;
  faxTx(fax: P, samples: Int16Array, count: number): number;
  faxSetTransmitOnIdle(fax: P, isOn: number): void;
  faxGetT30State(fax: P): P;
  t38TerminalInit(state: null, isCalling: number, handler: bigint, user: null): P;
  t38TerminalFree(terminal: P): number;
  t38TerminalSendTimeout(terminal: P, samples: number): number;
  t38TerminalGetT30State(terminal: P): P;
  t38TerminalGetT38CoreState(terminal: P): P;
  t38CoreRxIfpPacket(core: P, data: Uint8Array, length: number, sequence: number): number;
  t38SetT38Version(core: P, version: number): void;
  t38SetMaxDatagramSize(core: P, bytes: number): void;
  t38SetRedundancyControl(core: P, category: number, times: number): void;
  t30SetTxIdent(t30: P, id: string): number;
  t30GetRxIdent(t30: P): string | null;
  t30SetTxPageHeaderInfo(t30: P, text: string): number;
  t30SetTxFile(t30: P, file: string, first: number, last: number): void;
  t30SetRxFile(t30: P, file: string, last: number): void;
  t30SetEcmCapability(t30: P, isOn: number): number;
  t30SetSupportedModems(t30: P, modems: number): number;
  t30SetSupportedCompressions(t30: P, compressions: number): number;
  t30SetSupportedResolutions(t30: P, resolutions: number): number;
  t30SetSupportedImageSizes(t30: P, sizes: number): number;
  t30SetSupportedT30Features(t30: P, features: number): number;
  t30SetRxEncoding(t30: P, encoding: number): number;
  t30SetMinimumScanLineTime(t30: P, milliseconds: number): number;
  t30SetPhaseDHandler(t30: P, handler: bigint, user: null): void;
  t30SetPhaseEHandler(t30: P, handler: bigint, user: null): void;
  t30SetRealTimeFrameHandler(t30: P, handler: bigint, user: null): void;
  t30GetTransferStatistics(t30: P, statistics: Int32Array): void;
  t30Terminate(t30: P): void;
  t30CompletionCodeToStr(code: number): string;
  modemConnectTonesRxInit(state: null, tone: number, handler: null, user: null): P;
  modemConnectTonesRx(tones: P, samples: Int16Array, count: number): number;
  modemConnectTonesRxGet(tones: P): number;
  modemConnectTonesRxFree(tones: P): number;
  spanSetMessageHandler(handler: null): void;
  spanSetErrorHandler(handler: null): void;
}

/** Functions of ours that spandsp calls. They run inside one of its own, so they note what happened and return. */
const CALLBACKS = {
  phaseD: koffi.pointer(koffi.proto("int OffhookPhaseD(void *t30, void *user, int result)")),
  phaseE: koffi.pointer(koffi.proto("void OffhookPhaseE(void *t30, void *user, int code)")),
  frame: koffi.pointer(
    koffi.proto("void OffhookFrame(void *t30, void *user, int isIncoming, const uint8_t *data, int length)"),
  ),
  packet: koffi.pointer(
    koffi.proto("int OffhookPacket(void *core, void *user, const uint8_t *data, int length, int times)"),
  ),
} as const;

export interface SpandspCallbacks {
  phaseD: (t30: P, user: null, result: number) => number;
  phaseE: (t30: P, user: null, code: number) => void;
  frame: (t30: P, user: null, isIncoming: number, data: P, length: number) => void;
  packet: (core: P, user: null, data: P, length: number, times: number) => number;
}

/** Callable by spandsp until it is given back to `forgetCallback`: there is room for some thousands. */
export function nativeCallback<Name extends keyof SpandspCallbacks>(
  name: Name,
  callback: SpandspCallbacks[Name],
): bigint {
  return koffi.register(callback, CALLBACKS[name]);
}

export const forgetCallback = (callback: bigint): void => koffi.unregister(callback);

/** A copy: the memory is spandsp's again as soon as the callback returns. */
export const nativeBytes = (data: NativePointer, length: number): Uint8Array =>
  new Uint8Array(koffi.view(data, length)).slice();

/** Loads the library into this process, with its own log off. */
export function loadSpandsp(path: string): Spandsp {
  const library = koffi.load(path);
  const spandsp: Spandsp = {
    faxInit: library.func("void *fax_init(void *s, int calling)"),
    faxFree: library.func("int fax_free(void *s)"),
    faxRx: library.func("int fax_rx(void *s, int16_t *samples, int count)"),
    faxTx: library.func("int fax_tx(void *s, int16_t *samples, int count)"),
    faxSetTransmitOnIdle: library.func("void fax_set_transmit_on_idle(void *s, int isOn)"),
    faxGetT30State: library.func("void *fax_get_t30_state(void *s)"),
    t38TerminalInit: library.func("void *t38_terminal_init(void *s, int calling, void *handler, void *user)"),
    t38TerminalFree: library.func("int t38_terminal_free(void *s)"),
    t38TerminalSendTimeout: library.func("int t38_terminal_send_timeout(void *s, int samples)"),
    t38TerminalGetT30State: library.func("void *t38_terminal_get_t30_state(void *s)"),
    t38TerminalGetT38CoreState: library.func("void *t38_terminal_get_t38_core_state(void *s)"),
    t38CoreRxIfpPacket: library.func(
      "int t38_core_rx_ifp_packet(void *s, const uint8_t *data, int length, uint16_t sequence)",
    ),
    t38SetT38Version: library.func("void t38_set_t38_version(void *s, int version)"),
    t38SetMaxDatagramSize: library.func("void t38_set_max_datagram_size(void *s, int bytes)"),
    t38SetRedundancyControl: library.func(
      "void t38_set_redundancy_control(void *s, int category, int times)",
    ),
    t30SetTxIdent: library.func("int t30_set_tx_ident(void *s, const char *id)"),
    t30GetRxIdent: library.func("const char *t30_get_rx_ident(void *s)"),
    t30SetTxPageHeaderInfo: library.func("int t30_set_tx_page_header_info(void *s, const char *text)"),
    t30SetTxFile: library.func("void t30_set_tx_file(void *s, const char *file, int first, int last)"),
    t30SetRxFile: library.func("void t30_set_rx_file(void *s, const char *file, int last)"),
    t30SetEcmCapability: library.func("int t30_set_ecm_capability(void *s, int isOn)"),
    t30SetSupportedModems: library.func("int t30_set_supported_modems(void *s, int modems)"),
    t30SetSupportedCompressions: library.func(
      "int t30_set_supported_compressions(void *s, int compressions)",
    ),
    t30SetSupportedResolutions: library.func("int t30_set_supported_resolutions(void *s, int resolutions)"),
    t30SetSupportedImageSizes: library.func("int t30_set_supported_image_sizes(void *s, int sizes)"),
    t30SetSupportedT30Features: library.func("int t30_set_supported_t30_features(void *s, int features)"),
    t30SetRxEncoding: library.func("int t30_set_rx_encoding(void *s, int encoding)"),
    t30SetMinimumScanLineTime: library.func("int t30_set_minimum_scan_line_time(void *s, int milliseconds)"),
    t30SetPhaseDHandler: library.func("void t30_set_phase_d_handler(void *s, void *handler, void *user)"),
    t30SetPhaseEHandler: library.func("void t30_set_phase_e_handler(void *s, void *handler, void *user)"),
    t30SetRealTimeFrameHandler: library.func(
      "void t30_set_real_time_frame_handler(void *s, void *handler, void *user)",
    ),
    t30GetTransferStatistics: library.func("void t30_get_transfer_statistics(void *s, int32_t *statistics)"),
    t30Terminate: library.func("void t30_terminate(void *s)"),
    t30CompletionCodeToStr: library.func("const char *t30_completion_code_to_str(int code)"),
    modemConnectTonesRxInit: library.func(
      "void *modem_connect_tones_rx_init(void *s, int tone, void *handler, void *user)",
    ),
    modemConnectTonesRx: library.func(
      "int modem_connect_tones_rx(void *s, const int16_t *samples, int count)",
    ),
    modemConnectTonesRxGet: library.func("int modem_connect_tones_rx_get(void *s)"),
    modemConnectTonesRxFree: library.func("int modem_connect_tones_rx_free(void *s)"),
    spanSetMessageHandler: library.func("void span_set_message_handler(void *handler)"),
    spanSetErrorHandler: library.func("void span_set_error_handler(void *handler)"),
  };
  // What it would say goes to the standard error of the process, line by line and page by page.
  spandsp.spanSetMessageHandler(null);
  spandsp.spanSetErrorHandler(null);
  silenceTiff(library);
  return spandsp;
}

/** spandsp brings libtiff along, which would write of every odd tag in a file; the code of T.30 tells as much. */
function silenceTiff(library: LibraryHandle): void {
  for (const name of ["TIFFSetErrorHandler", "TIFFSetWarningHandler"]) {
    try {
      library.func(`void *${name}(void *handler)`)(null);
    } catch {
      // A spandsp that has libtiff inside: it writes, and faxes all the same.
    }
  }
}
