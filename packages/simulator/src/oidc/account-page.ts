import { fullName, type OidcAccount } from "./oidc-account.ts";

interface AccountPage {
  readonly title: string;
  readonly action: string;
  readonly request: string;
  readonly accounts: readonly OidcAccount[];
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText; }
  main { width: min(26rem, calc(100vw - 2rem)); padding: 2rem 0; }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
  p { margin: 0 0 1.5rem; opacity: .8; }
  button { font: inherit; color: inherit; width: 100%; text-align: left; padding: .6rem 1rem; margin: 0 0 .5rem;
    background: none; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .6rem;
    cursor: pointer; }
  button:hover, button:focus-visible { background: color-mix(in srgb, currentColor 8%, transparent); }
  button span { display: block; font-size: .85rem; opacity: .75; }
  button.cancel { text-align: center; border-color: transparent; }
`;

export function renderAccountPage({ title, action, request, accounts }: AccountPage): string {
  const buttons = accounts.map(
    (account) =>
      `<button name="account" value="${escapeHtml(account.sub)}">${escapeHtml(fullName(account))}` +
      `<span>${escapeHtml(account.email)}</span></button>`,
  );
  return renderPage(
    `Sign in with ${title}`,
    `<p>Simulated ${escapeHtml(title)} accounts of the demo installation. Choose one to continue.</p>
    <form method="post" action="${escapeHtml(action)}">
      <input type="hidden" name="request" value="${escapeHtml(request)}">
      ${buttons.join("\n      ")}
      <button class="cancel" name="cancel" value="1">Cancel</button>
    </form>`,
  );
}

export function renderErrorPage(message: string): string {
  return renderPage("Sign-in cannot continue", `<p>${escapeHtml(message)}</p>`);
}

export function renderSignedOutPage(): string {
  return renderPage("You are signed out", "<p>You can close this page.</p>");
}

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
    <h1>${escapeHtml(title)}</h1>
    ${content}
    </main>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
