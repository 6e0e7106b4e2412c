export type CallId = string;
/** One device's leg in the PBX. Also the id of its media leg. */
export type ChannelId = string;
