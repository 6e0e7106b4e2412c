/** RFC 8866 in the parts that calls use. Text fields hold no line breaks; unknown lines are not kept. */
export interface SessionDescription {
  readonly origin: SdpOrigin;
  readonly name: string;
  readonly connection: SdpConnection | undefined;
  readonly bandwidths: readonly string[];
  /** "0 0" for a call, which has no schedule. */
  readonly times: readonly string[];
  readonly attributes: readonly SdpAttribute[];
  readonly media: readonly SdpMedia[];
}

export interface SdpOrigin {
  readonly username: string;
  /** Digits, up to 64 bits, so text. */
  readonly sessionId: string;
  readonly sessionVersion: string;
  readonly addressType: "IP4" | "IP6";
  readonly address: string;
}

export interface SdpConnection {
  readonly addressType: "IP4" | "IP6";
  readonly address: string;
}

export interface SdpAttribute {
  readonly name: string;
  readonly value: string | undefined;
}

export interface SdpMedia {
  /** audio, video, application, ... */
  readonly kind: string;
  /** Zero: not wanted, or refused. */
  readonly port: number;
  readonly protocol: string;
  /** Payload types for RTP. */
  readonly formats: readonly string[];
  readonly title: string | undefined;
  readonly connection: SdpConnection | undefined;
  readonly bandwidths: readonly string[];
  readonly attributes: readonly SdpAttribute[];
}

/** Anything that has attributes: the session or one of its media. */
export interface WithAttributes {
  readonly attributes: readonly SdpAttribute[];
}

export function attributeValue({ attributes }: WithAttributes, name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value;
}

export function attributeValues({ attributes }: WithAttributes, name: string): readonly string[] {
  const values: string[] = [];
  for (const attribute of attributes) {
    if (attribute.name === name && attribute.value !== undefined) values.push(attribute.value);
  }
  return values;
}

export function hasAttribute({ attributes }: WithAttributes, name: string): boolean {
  return attributes.some((attribute) => attribute.name === name);
}

/** The name of a stream within its description (RFC 5888). */
export const midOf = (media: SdpMedia): string | undefined => attributeValue(media, "mid")?.trim();

/** Port zero is no offer, except where a bundle carries the stream (RFC 8843 §7.2.2). */
export const isOffered = (media: SdpMedia): boolean => media.port > 0 || hasAttribute(media, "bundle-only");

/** RFC 8843: the streams that are to share one transport. */
export function bundledMids(session: SessionDescription): readonly string[] {
  const group = attributeValues(session, "group").find((value) => value.startsWith("BUNDLE"));
  return group?.trimEnd().split(" ").slice(1) ?? [];
}

export const attribute = (name: string, value?: string): SdpAttribute => ({ name, value });
