import { useEffect, useState } from "react";
import { useAudioDevices } from "./devices-context.ts";

const FRAMES_PER_SECOND = 15;
const FFT_SIZE = 512;
/** Speech at arm's length fills about a quarter of the range; this makes it fill the meter. */
const GAIN = 4;

function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return Math.sqrt(sum / samples.length);
}

/** How loud the microphone is, 0 to 1. Undefined as id: do not listen. */
export function useMicrophoneLevel(browserId: string | undefined): number {
  const devices = useAudioDevices();
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (browserId === undefined) return;
    let isOver = false;
    let stop = (): void => {};
    const listen = async (): Promise<void> => {
      const stream = await devices.open(browserId);
      const context = new AudioContext();
      const analyser = new AnalyserNode(context, { fftSize: FFT_SIZE });
      context.createMediaStreamSource(stream).connect(analyser);
      const samples = new Float32Array(FFT_SIZE);
      const timer = setInterval(() => {
        analyser.getFloatTimeDomainData(samples);
        setLevel(Math.min(1, rootMeanSquare(samples) * GAIN));
      }, 1000 / FRAMES_PER_SECOND);
      stop = () => {
        clearInterval(timer);
        for (const track of stream.getTracks()) track.stop();
        void context.close();
      };
      // The user may have moved on while the browser was asking.
      if (isOver) stop();
    };
    void listen().catch(() => setLevel(0));
    return () => {
      isOver = true;
      stop();
    };
  }, [browserId, devices]);
  return level;
}
