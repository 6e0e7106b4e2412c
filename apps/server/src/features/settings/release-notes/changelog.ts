import type { ReleaseNotes } from "@offhook/contract";

const HEADING = /^##\s+\[?v?([^\]\s]+)\]?(?:\s*[-–(]\s*(\d{4}-\d{2}-\d{2})\)?)?\s*$/;

/** The releases of a changelog in Markdown: a heading per version, lists of changes, optionally under sections. */
export function parseChangelog(markdown: string): ReleaseNotes[] {
  return markdown
    .split(/^(?=## )/m)
    .flatMap((block) => {
      const [heading = "", ...lines] = block.split(/\r?\n/);
      const [, version, date] = HEADING.exec(heading) ?? [];
      return version === undefined ? [] : [{ version, date: date ?? null, sections: sectionsOf(lines) }];
    })
    .map((release) => ({ ...release, html: toHtml(release.sections) }));
}

type Sections = ReleaseNotes["sections"];

function sectionsOf(lines: readonly string[]): Sections {
  const sections: { title: string; items: string[] }[] = [{ title: "", items: [] }];
  for (const line of lines) {
    const title = /^###\s+(.+)$/.exec(line)?.[1];
    if (title !== undefined) sections.push({ title: title.trim(), items: [] });
    else addLine(sections.at(-1)?.items ?? [], line);
  }
  return sections.filter(({ items }) => items.length > 0);
}

function addLine(items: string[], line: string): void {
  const item = /^[-*]\s+(.+)$/.exec(line)?.[1];
  const last = items.length - 1;
  if (item !== undefined) items.push(item.trim());
  // A long item goes on, indented, on the next line.
  else if (/^\s+\S/.test(line) && last >= 0) items[last] = `${items[last]} ${line.trim()}`;
}

function toHtml(sections: Sections): string {
  return sections
    .map(({ title, items }) => {
      const heading = title === "" ? "" : `<h3>${inlineHtml(title)}</h3>`;
      return `${heading}<ul>${items.map((item) => `<li>${inlineHtml(item)}</li>`).join("")}</ul>`;
    })
    .join("");
}

/** Escaped first, so that whatever the file holds, only these few elements come out. */
function inlineHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\[([^\]]+)\]\((https:\/\/[^)\s]+)\)/g, '<a href="$2" rel="noreferrer" target="_blank">$1</a>');
}
