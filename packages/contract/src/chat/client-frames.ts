import { z } from "zod";

/** Frames of team chat as a client sends them: the Tinode protocol, one object with exactly one of these keys. */

const Id = z.string().max(200);
const TopicName = z.string().min(1).max(64);
const UserName = z.string().min(1).max(64);
const Mode = z.string().max(40);
/** No topic will ever have more; whatever is larger is not the number of a message. */
export const MAX_CHAT_SEQ = 2_147_483_647;
const Seq = z.number().int().min(0).max(MAX_CHAT_SEQ);
const Timestamp = z.string().max(40);
/** Standard base64, padded; a secret in another alphabet spoils the whole frame. */
const Secret = z
  .string()
  .max(8000)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/);
const Json = z.unknown().optional();

const DefaultAccess = z.object({ auth: Mode.optional(), anon: Mode.optional() });

export const ChatSetDesc = z.object({
  defacs: DefaultAccess.optional(),
  public: Json,
  trusted: Json,
  private: Json,
});
const Credential = z.object({
  meth: z.string().max(40).optional(),
  val: z.string().max(400).optional(),
  resp: z.string().max(400).optional(),
  params: Json,
});
const SetSub = z.object({ user: UserName.optional(), mode: Mode.optional() });
const SetParts = {
  desc: ChatSetDesc.optional(),
  sub: SetSub.optional(),
  tags: z.array(z.string().max(200)).max(200).optional(),
  cred: Credential.optional(),
  aux: z.record(z.string(), Json).optional(),
};

const Range = z.object({ low: Seq.optional(), hi: Seq.optional() });
const GetOptions = z.object({
  user: UserName.optional(),
  topic: TopicName.optional(),
  ims: Timestamp.optional(),
  since: Seq.optional(),
  before: Seq.optional(),
  limit: z.number().int().min(0).optional(),
  ranges: z.array(Range).max(1024).optional(),
});
const GetParts = {
  what: z.string().max(200).optional(),
  desc: GetOptions.optional(),
  sub: GetOptions.optional(),
  data: GetOptions.optional(),
  del: GetOptions.optional(),
};

export const ChatHi = z.object({
  id: Id.optional(),
  ver: z.string().max(40).optional(),
  ua: z.string().max(400).optional(),
  lang: z.string().max(40).optional(),
  platf: z.string().max(40).optional(),
  dev: z.string().max(4000).optional(),
  bkg: z.boolean().optional(),
});
export const ChatAcc = z.object({
  id: Id.optional(),
  user: UserName.optional(),
  scheme: z.string().max(32).optional(),
  secret: Secret.optional(),
  login: z.boolean().optional(),
  tags: SetParts.tags,
  desc: ChatSetDesc.optional(),
  cred: z.array(Credential).max(16).optional(),
  status: z.string().max(16).optional(),
  tmpscheme: z.string().max(32).optional(),
  tmpsecret: Secret.optional(),
});
export const ChatLogin = z.object({
  id: Id.optional(),
  scheme: z.string().max(32),
  secret: Secret.optional(),
  cred: z.array(Credential).max(16).optional(),
});
export const ChatSub = z.object({
  id: Id.optional(),
  topic: TopicName,
  bkg: z.boolean().optional(),
  set: z.object(SetParts).optional(),
  get: z.object(GetParts).optional(),
});
export const ChatLeave = z.object({ id: Id.optional(), topic: TopicName, unsub: z.boolean().optional() });
export const ChatPub = z.object({
  id: Id.optional(),
  topic: TopicName,
  noecho: z.boolean().optional(),
  head: z.record(z.string(), Json).nullish(),
  content: Json,
});
export const ChatGet = z.object({ id: Id.optional(), topic: TopicName, ...GetParts });
export const ChatSet = z.object({ id: Id.optional(), topic: TopicName, ...SetParts });
export const ChatDel = z.object({
  id: Id.optional(),
  topic: TopicName.optional(),
  what: z.string().max(16).optional(),
  delseq: z.array(Range).max(2048).optional(),
  user: UserName.optional(),
  cred: Credential.optional(),
  hard: z.boolean().optional(),
});
export const ChatNote = z.object({
  topic: TopicName,
  what: z.string().max(16),
  seq: Seq.optional(),
  unread: z.number().int().optional(),
  event: z.string().max(40).optional(),
  payload: Json,
});
/** Beside the message: files it refers to, and the user it speaks for. */
export const ChatExtra = z.object({
  attachments: z.array(z.string().max(400)).max(64).optional(),
  obo: UserName.optional(),
  authlevel: z.string().max(16).optional(),
});

export const chatClientFrames = {
  hi: ChatHi,
  acc: ChatAcc,
  login: ChatLogin,
  sub: ChatSub,
  leave: ChatLeave,
  pub: ChatPub,
  get: ChatGet,
  set: ChatSet,
  del: ChatDel,
  note: ChatNote,
} as const;

export type ChatVerb = keyof typeof chatClientFrames;
export type ChatHi = z.infer<typeof ChatHi>;
export type ChatAcc = z.infer<typeof ChatAcc>;
export type ChatLogin = z.infer<typeof ChatLogin>;
export type ChatSub = z.infer<typeof ChatSub>;
export type ChatLeave = z.infer<typeof ChatLeave>;
export type ChatPub = z.infer<typeof ChatPub>;
export type ChatGet = z.infer<typeof ChatGet>;
export type ChatSet = z.infer<typeof ChatSet>;
export type ChatDel = z.infer<typeof ChatDel>;
export type ChatNote = z.infer<typeof ChatNote>;
export type ChatExtra = z.infer<typeof ChatExtra>;
export type ChatSetDesc = z.infer<typeof ChatSetDesc>;
export type ChatGetOptions = z.infer<typeof GetOptions>;
export type ChatCredential = z.infer<typeof Credential>;
