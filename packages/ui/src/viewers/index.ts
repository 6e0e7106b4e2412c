export type { ViewerImage } from "./image-stage.tsx";
export { ImageViewer, type ImageViewerProps } from "./image-viewer.tsx";
export { PdfDialog, type PdfDialogProps } from "./pdf-dialog.tsx";
export type { PdfSource } from "./pdf-source.ts";
export { PdfViewer, type PdfViewerProps } from "./pdf-viewer.tsx";
export { VideoDialog, type VideoDialogProps } from "./video-dialog.tsx";
export { VideoPlayer, type VideoPlayerProps } from "./video-player.tsx";
