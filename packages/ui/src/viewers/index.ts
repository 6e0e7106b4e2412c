export { FileViewer, type ViewedFile } from "./file-viewer.tsx";
