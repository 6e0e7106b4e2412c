/** Where recordings of calls go: a path without extension for the media process. */
export interface RecordingFolder {
  pathFor(recording: {
    readonly companyId: string;
    readonly callId: string;
    readonly recordingId: string;
  }): string;
}
