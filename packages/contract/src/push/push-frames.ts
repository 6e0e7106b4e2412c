import { z } from "zod";

/**
 * Where an event is heard: one channel per user, company, SMS line, fax box, voicemail box, phone line and queue, and
 * one for those who supervise in a company.
 */
export const PushChannelType = z.enum([
  ...(["user", "customer", "sms", "fax", "vox", "phone", "queue", "supervision"] as const),
]);
export type PushChannelType = z.infer<typeof PushChannelType>;

export const PushChannel = z.object({ type: PushChannelType, name: z.string(), channel: z.string() });
export type PushChannel = z.infer<typeof PushChannel>;

export function channelName(type: PushChannelType, id: string | number): string {
  return `${type}.${id}`;
}

/** Names of voicemail boxes are unique within a company only. */
export function voicemailChannel(customerId: number, box: string): string {
  return channelName("vox", `${customerId}.${box}`);
}

const MAX_CHANNELS = 500;

/** The first frame must be `hello`, within five seconds of connecting. */
export const PushClientFrame = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hello"),
    token: z.string().min(1).max(4000),
    /** The last event this client has applied; what came after it is sent again. Left out: begin with what is new. */
    lastEventId: z.number().int().nonnegative().optional(),
    /** Left out: every channel the user may hear. */
    channels: z.array(z.string().max(200)).max(MAX_CHANNELS).optional(),
  }),
  z.object({ type: z.literal("subscribe"), channels: z.array(z.string().max(200)).max(MAX_CHANNELS) }),
  z.object({ type: z.literal("unsubscribe"), channels: z.array(z.string().max(200)).max(MAX_CHANNELS) }),
  /** A longer-lived connection hands in its new access token before the old one expires. */
  z.object({ type: z.literal("token"), token: z.string().min(1).max(4000) }),
  z.object({ type: z.literal("ping") }),
]);
export type PushClientFrame = z.infer<typeof PushClientFrame>;

/** An event on the wire, or one that was written by another version: clients pass over types they do not know. */
export const AnyPushEvent = z.object({ type: z.string() }).loose();
export type AnyPushEvent = z.infer<typeof AnyPushEvent>;

export const PushServerFrame = z.discriminatedUnion("type", [
  /** `lastEventId` is where this connection begins: every event sent has a greater id. */
  z.object({ type: z.literal("welcome"), lastEventId: z.number().int(), channels: z.array(PushChannel) }),
  /** The user may hear other channels than before; lost ones are no longer subscribed. */
  z.object({ type: z.literal("channels"), channels: z.array(PushChannel) }),
  z.object({ type: z.literal("event"), id: z.number().int(), channel: z.string(), event: AnyPushEvent }),
  /** Everything up to this id has been sent: a client that hears nothing else may store it. */
  z.object({ type: z.literal("caughtUp"), lastEventId: z.number().int() }),
  /** The asked-for events are no longer kept, or too many to repeat: load everything anew, then go on from here. */
  z.object({ type: z.literal("reset"), lastEventId: z.number().int() }),
  z.object({ type: z.literal("denied"), channels: z.array(z.string()) }),
  z.object({ type: z.literal("pong") }),
]);
export type PushServerFrame = z.infer<typeof PushServerFrame>;
