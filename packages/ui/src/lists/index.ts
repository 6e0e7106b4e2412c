export { type DownloadItem, DownloadList, type DownloadListProps } from "./download-list.tsx";
export { type RowState, VirtualList, type VirtualListProps } from "./virtual-list.tsx";
