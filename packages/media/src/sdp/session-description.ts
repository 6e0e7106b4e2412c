/** One line of SDP without its line ending, `a=mid:0` as type "a" and value "mid:0". */
interface SdpLine {
  readonly type: string;
  readonly value: string;
}

export interface MediaSection {
  /** audio, video, application */
  readonly kind: string;
  readonly port: number;
  readonly protocol: string;
  readonly formats: readonly string[];
  readonly lines: readonly SdpLine[];
}

/** As much of SDP as the media engine needs to answer a browser; offers to phones are made elsewhere. */
export interface SessionDescription {
  readonly lines: readonly SdpLine[];
  readonly sections: readonly MediaSection[];
}

export function parseSessionDescription(text: string): SessionDescription {
  const lines = text
    .split(/\r\n|\n|\r/)
    .filter((line) => line[1] === "=")
    .map((line) => ({ type: line.slice(0, 1), value: line.slice(2).trimEnd() }));
  const starts = lines.flatMap(({ type }, index) => (type === "m" ? [index] : []));
  return {
    lines: lines.slice(0, starts[0] ?? lines.length),
    sections: starts.map((start, index) =>
      readSection(lines.slice(start, starts[index + 1] ?? lines.length)),
    ),
  };
}

function readSection([head, ...lines]: readonly SdpLine[]): MediaSection {
  const [kind = "", port = "0", protocol = "", ...formats] = (head?.value ?? "").split(" ");
  return { kind, port: Number.parseInt(port, 10), protocol, formats, lines };
}

/** All values of an attribute, in order. A flag like `rtcp-mux` has the value "". */
export function attributes({ lines }: { lines: readonly SdpLine[] }, name: string): string[] {
  return lines.flatMap(({ type, value }) => {
    if (type !== "a") return [];
    if (value === name) return [""];
    return value.startsWith(`${name}:`) ? [value.slice(name.length + 1)] : [];
  });
}

/** An attribute that may stand in the media section or, for all sections, above them. */
export function attribute(
  session: SessionDescription,
  section: MediaSection,
  name: string,
): string | undefined {
  return attributes(section, name)[0] ?? attributes(session, name)[0];
}
