import { type ReactNode, useEffect, useRef } from "react";
import type { Talk } from "../../phone/calls/active-call.ts";
import classes from "./call-video.module.css";

/** The far end large, the user small in the corner. The sound is the phone's: both pictures are mute. */
export function CallVideo({ call, name }: { readonly call: Talk; readonly name: string }): ReactNode {
  const { localVideo, remoteVideo } = call;
  if (!localVideo && !remoteVideo) return null;
  return (
    <div className={classes.stage}>
      {remoteVideo ? (
        <Picture stream={remoteVideo} label={`Video of ${name}`} className={classes.remote} />
      ) : (
        <p className={classes.waiting}>{name} has no camera on</p>
      )}
      {localVideo && <Picture stream={localVideo} label="Your camera" className={classes.local} />}
    </div>
  );
}

interface PictureProps {
  readonly stream: MediaStream;
  readonly label: string;
  readonly className: string | undefined;
}

function Picture({ stream, label, className }: PictureProps): ReactNode {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} className={className} aria-label={label} autoPlay muted playsInline />;
}
