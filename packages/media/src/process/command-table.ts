import type { MediaCommandName, ParamsOf, ResultOf } from "../protocol/media-commands.ts";
import type { AudioEngine } from "./audio-engine.ts";

export type CommandTable = {
  readonly [Name in MediaCommandName]: (params: ParamsOf<Name>) => ResultOf<Name> | Promise<ResultOf<Name>>;
};

/** Every command of the protocol and what it does; one that is missing here does not compile. */
export function createCommandTable(engine: AudioEngine): CommandTable {
  const { legs, playbacks, recordings } = engine;
  return {
    createWebRtcLeg: (params) => legs.createWebRtc(params),
    updateWebRtcLeg: ({ legId, offer, direction = "sendrecv" }) => legs.updateWebRtc(legId, offer, direction),
    holdRtpPorts: ({ count }) => legs.holdRtp(count),
    createRtpLeg: (params) => legs.createRtp(params),
    connectRtpLeg: (params) => legs.connectRtp(params),
    setDirection: ({ legId, direction }) => legs.get(legId).leg.setDirection(direction),
    setEcho: ({ legId, isOn }) => engine.setEcho(legId, isOn),
    listenForFax: ({ legId, forMs }) => legs.get(legId).leg.listenForFax(forMs),
    sendDtmf: ({ legId, digits, durationMs }) => engine.sendDtmf(legId, digits, durationMs),
    setQualityInterval: ({ legId, intervalMs }) => legs.get(legId).leg.setQualityInterval(intervalMs),
    closeLeg: ({ legId }) => engine.closeLeg(legId),

    createBridge: ({ bridgeId }) => engine.createBridge(bridgeId),
    closeBridge: ({ bridgeId }) => engine.closeBridge(bridgeId),
    joinBridge: ({ bridgeId, legId, isMuted = false, audience }) =>
      engine.join(bridgeId, legId, isMuted, audience),
    leaveBridge: ({ legId }) => engine.leave(legId),
    setMuted: ({ legId, isMuted }) => engine.setMuted(legId, isMuted),
    setAudience: ({ legId, audience }) => engine.setAudience(legId, audience),

    play: (params) => engine.play(params),
    stopPlayback: ({ playbackId }) => playbacks.stop(playbackId),

    record: (params) => engine.record(params),
    setRecordingPaused: ({ recordingId, isPaused }) => recordings.setPaused(recordingId, isPaused),
    moveRecording: ({ recordingId, target, leftLegId }) => recordings.move(recordingId, target, leftLegId),
    stopRecording: ({ recordingId }) => recordings.stop(recordingId),
    recoverRecording: (params) => recordings.recover(params),

    countAll: () => ({ legs: legs.size, bridges: engine.bridgeCount }),
  };
}
