import { ItemReads, type ItemReadsDeps } from "../unread/index.ts";
import { publishChanged, unreadLine } from "./fax-changes.ts";
import { type FaxLine, listOwnFaxLines, requireOwnFaxLine } from "./fax-line-repository.ts";
import { faxItems } from "./fax-repository.ts";

/** Who has read which fax. */
export class FaxReads extends ItemReads<FaxLine> {
  constructor(deps: ItemReadsDeps) {
    super(deps, {
      repository: faxItems,
      listOwn: listOwnFaxLines,
      requireOwn: requireOwnFaxLine,
      unreadLine,
      publishChanged,
    });
  }
}
