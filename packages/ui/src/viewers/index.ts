export { ImageViewer } from "./image-viewer.tsx";
export { PdfDialog } from "./pdf-dialog.tsx";

export { VideoDialog } from "./video-dialog.tsx";
