/** Pictures people of the demo share: flat drawings, made here, of 96 by 64 units. */

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 64">${content}</svg>`;

const flower = (x: number, y: number, size: number, petals: string): string =>
  `${[0, 60, 120, 180, 240, 300]
    .map(
      (angle) =>
        `<ellipse cx="${x}" cy="${y - size}" rx="${size * 0.55}" ry="${size}" fill="${petals}" transform="rotate(${angle} ${x} ${y})"/>`,
    )
    .join("")}<circle cx="${x}" cy="${y}" r="${size * 0.6}" fill="#6b4423"/>`;

export const GARDEN = svg(
  `<rect width="96" height="64" fill="#bfe3f2"/><circle cx="80" cy="12" r="7" fill="#f9d65c"/>
  <path d="M0 40c20-10 36-8 52-3s28 4 44-2v29H0z" fill="#8fbf6b"/>
  <path d="M0 50c24-7 60-6 96 0v14H0z" fill="#6a994e"/>
  <g stroke="#4a7337" stroke-width="1.2"><path d="M18 56V38M36 58V33M58 57V40M76 56V36"/></g>
  ${flower(18, 36, 4.2, "#f4a261")}${flower(36, 30, 5, "#f6c445")}${flower(58, 38, 4, "#e76f51")}${flower(76, 33, 4.8, "#f6c445")}
  <g fill="none" stroke="#a9805b" stroke-width="1.6"><path d="M0 52h96M8 45v12M24 45v12M46 45v12M68 45v12M88 45v12"/></g>`,
);

export const HARBOR = svg(
  `<rect width="96" height="64" fill="#f6d7b0"/><circle cx="48" cy="32" r="10" fill="#f28f5b"/>
  <path d="M0 32h96v32H0z" fill="#3d6f8e"/>
  <path d="M40 34h16l-2 3H42zM42 40h12l-2 2h-8zM44 45h8l-1 2h-6z" fill="#f2a977" fill-opacity="0.7"/>
  <g fill="#2b4a5e"><path d="M0 32V22h6v-6h5v10h6v6zM70 32V18h4v-4h4v10h6v-8h5v12h7v4z"/></g>
  <path d="M20 44h18l-4 6H24z" fill="#7c3f2b"/><path d="M29 24v19H18z" fill="#fdf6ec"/><path d="M31 27v16h9z" fill="#efe0cc"/>
  <path d="M60 50h14l-3 5h-8z" fill="#4a2c2a"/><path d="M67 36v13h-8z" fill="#fdf6ec"/>
  <g stroke="#8fb4c8" stroke-width="0.7" stroke-linecap="round"><path d="M4 42h8M48 56h10M80 44h9M8 58h12M86 60h6"/></g>`,
);

export const ROUTE_MAP = svg(
  `<rect width="96" height="64" fill="#eef1e6"/>
  <path d="M0 44c18-6 30-2 44-8s30-16 52-14v12c-20 0-34 8-50 13S16 52 0 56z" fill="#a8cfe4"/>
  <g stroke="#fff" stroke-width="3" fill="none"><path d="M10 0v64M34 0v64M60 0v64M84 0v64M0 12h96M0 28h96M0 58h96"/></g>
  <g fill="#cfe0b8"><rect x="38" y="2" width="18" height="8"/><rect x="64" y="46" width="16" height="9"/></g>
  <path d="M10 58h24V28h26V12h24" fill="none" stroke="#bc4749" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"/>
  <g fill="#bc4749" stroke="#fff" stroke-width="0.8"><circle cx="10" cy="58" r="2.6"/><circle cx="34" cy="28" r="2.6"/><circle cx="60" cy="12" r="2.6"/><circle cx="84" cy="12" r="2.6"/></g>
  <path d="M46 28l6 22" stroke="#8b8b8b" stroke-width="2" stroke-dasharray="2 2"/><path d="M46 36l6 5m0-5l-6 5" stroke="#bc4749" stroke-width="1.4"/>`,
);
