export { CallerHeader } from "./detail/caller-header.tsx";
export { ItemReaders } from "./detail/item-readers.tsx";
export { BoxListBody, type BoxRowView } from "./list/box-list-body.tsx";
export { BoxListHead } from "./list/box-list-head.tsx";
