import type { Mail } from "./mail.ts";

export interface MailContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Shown large, for a code that is typed elsewhere. */
  readonly code?: string;
}

/** One plain look for every mail the server writes, as text and as HTML. */
export function composeMail(to: string, { subject, paragraphs, action, code }: MailContent): Mail {
  const [opening = "", ...rest] = paragraphs;
  const middle = [code, action?.url].filter((line) => line !== undefined);
  const text = [opening, ...middle, ...rest].join("\n\n");
  const html = [
    '<!doctype html><html><body style="margin:0;background:#f4f5f7;padding:24px;font-family:sans-serif">',
    '<div style="max-width:480px;margin:auto;background:#fff;border-radius:8px;padding:24px;color:#1f2933">',
    `<h1 style="font-size:18px;margin:0 0 16px">${escapeHtml(subject)}</h1>`,
    paragraph(opening),
    code && `<p style="font-size:28px;letter-spacing:4px;font-weight:bold">${escapeHtml(code)}</p>`,
    action && button(action.label, action.url),
    ...rest.map(paragraph),
    "</div></body></html>",
  ];
  return { to, subject, text, html: html.filter((part) => part !== undefined).join("") };
}

function paragraph(text: string): string {
  return `<p style="line-height:1.5">${escapeHtml(text)}</p>`;
}

function button(label: string, url: string): string {
  const style =
    "display:inline-block;background:#1a56db;color:#fff;padding:10px 18px;border-radius:6px;text-decoration:none";
  return `<p><a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a></p>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
