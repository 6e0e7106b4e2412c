import type { ReceivedMail, ReceivedText } from "@offhook/simulator";

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 60rem; padding: 1.5rem; background: Canvas; color: CanvasText; }
  nav a { margin-right: 1rem; }
  a { color: LinkText; }
  table { width: 100%; border-collapse: collapse; }
  th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0;
    border-bottom: 1px solid color-mix(in srgb, currentColor 18%, transparent); }
  td.time { white-space: nowrap; }
  td, dd { overflow-wrap: anywhere; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
  dt { opacity: .75; }
  dd { margin: 0; }
  pre { white-space: pre-wrap; font: inherit; }
  iframe { width: 100%; height: 32rem; border: 1px solid color-mix(in srgb, currentColor 18%, transparent);
    border-radius: .5rem; background: #fff; }
`;

export function mailListPage(mails: readonly ReceivedMail[]): string {
  const rows = mails.map(
    (mail) => `<tr>
      <td class="time">${timeOf(mail.receivedAt)}</td>
      <td>${escapeHtml(mail.to.join(", "))}</td>
      <td><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject) || "(no subject)"}</a></td>
    </tr>`,
  );
  return page(
    "Mail of this demo",
    tableOf(["Received", "To", "Subject"], rows, "No mail has been sent yet."),
  );
}

export function mailPage(mail: ReceivedMail): string {
  const body = mail.html
    ? `<iframe title="Mail text" sandbox="allow-popups allow-top-navigation-by-user-activation" src="/dev/mail/${mail.id}/html"></iframe>
      <details><summary>As plain text</summary><pre>${escapeHtml(mail.text)}</pre></details>`
    : `<pre>${escapeHtml(mail.text)}</pre>`;
  const attachments = mail.attachments.map(
    ({ name, bytes }, index) =>
      `<a href="/dev/mail/${mail.id}/files/${index}" download="${escapeHtml(name)}">${escapeHtml(name)}</a> (${bytes.length} bytes)`,
  );
  return page(
    mail.subject || "(no subject)",
    `<dl>
      <dt>From</dt><dd>${escapeHtml(mail.from)}</dd>
      <dt>To</dt><dd>${escapeHtml(mail.to.join(", "))}</dd>
      <dt>Received</dt><dd>${timeOf(mail.receivedAt)}</dd>
      ${attachments.length > 0 ? `<dt>Attached</dt><dd>${attachments.join(", ")}</dd>` : ""}
    </dl>
    ${body}`,
  );
}

/** Links leave the frame: the one to set a new password must open the console, not a console inside the mail. */
export function mailBodyPage(html: string): string {
  return `<base target="_top">${html}`;
}

export function textListPage(texts: readonly ReceivedText[]): string {
  const rows = texts.map(
    ({ receivedAt, to, text }) => `<tr>
      <td class="time">${timeOf(receivedAt)}</td>
      <td>${escapeHtml(to)}</td>
      <td>${escapeHtml(text)}</td>
    </tr>`,
  );
  return page(
    "Text messages of this demo",
    tableOf(["Sent", "To", "Text"], rows, "No text message has been sent yet."),
  );
}

function tableOf(headings: readonly string[], rows: readonly string[], empty: string): string {
  if (rows.length === 0) return `<p>${empty}</p>`;
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <nav aria-label="Demo"><a href="/">Console</a><a href="/dev/mail">Mail</a><a href="/dev/sms">Text messages</a></nav>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}

function timeOf(time: number): string {
  const iso = new Date(time).toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 19).replace("T", " ")} UTC</time>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
