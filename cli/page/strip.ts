/** What the strips below a console in a page share: their place and look, their controls, their language. */

/** Icons of 14 × 14, for windows too narrow for words. */
const ICONS = {
  pause: 'M3 2h3v10H3zM8 2h3v10H8z',
  play: 'M3 2l9 5-9 5z',
  again: 'M2 2h2v10H2zM12 2v10L5 7z',
  control: 'M2 3h6v2H2zM10 2h2v4h-2zM2 9h2v2H2zM6 8h2v4H6zM10 9h2v2h-2z',
}

/** The look of a strip: a row of texts and controls, which grows where they need more than one line. */
const STRIP_STYLE = `
:host{position:fixed;inset:auto 0 0 0;z-index:2147483000;font-size:12px;line-height:18px}
.row{display:flex;flex-wrap:wrap;column-gap:10px;align-items:center;min-height:32px;padding:0 12px;box-sizing:border-box;
 background:#16202c;color:#c8d3e0;border-top:1px solid #2a3848;font-variant-numeric:tabular-nums}
:host([data-theme=light]) .row{background:#fff;color:#2c3a4a;border-color:#cfd8e3}
.row>:not(.hint){white-space:nowrap;margin-block:3px}
b{font-weight:600}
.hint{margin-inline-start:auto;padding-block:4px;overflow-wrap:anywhere}
.hint:empty,.time:not(:has(:not(:empty))){display:none}
button,select{font:inherit;height:24px;color:inherit;background:transparent;border:1px solid #6b7f97;border-radius:4px;
 padding:0 8px;cursor:pointer}
button:hover:enabled,select:hover{border-color:#3d8bfd}
button:disabled{opacity:.5;cursor:default}
select option{color:#2c3a4a;background:#fff}
button:focus-visible,select:focus-visible{outline:2px solid #3d8bfd;outline-offset:1px}
svg{display:none;width:14px;height:14px;fill:currentColor;vertical-align:-2px}
@media (max-width:640px){
 .row{column-gap:8px}
 .label,.date{display:none}
 .hint{margin:0;padding-top:0}
 svg{display:inline}
 .word{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
}
`

/**
 * Begins a strip below the console: its element, the root of its content, and a row for that. It tells the page its
 * height (`--strip-height`, console/src/shell/page.css).
 */
export function beginStrip(
  name: string,
  style = '',
): { host: HTMLElement; root: ShadowRoot; row: HTMLElement } {
  const host = document.createElement(name)
  host.setAttribute('role', 'region')
  const root = host.attachShadow({ mode: 'open' })
  add(root, 'style', '').textContent = STRIP_STYLE + style
  const row = add(root, 'div', 'row')
  // The console's dialogs would take the focus back, and its screens the keys: to them the strip is not a control.
  for (const event of ['focusin', 'keydown', 'keyup'])
    host.addEventListener(event, (one) => one.stopPropagation())
  document.body.append(host)
  const tellHeight = () =>
    document.documentElement.style.setProperty('--strip-height', `${row.offsetHeight}px`)
  new ResizeObserver(tellHeight).observe(row)
  tellHeight()
  return { host, root, row }
}

/** Names the strip, in the theme of the console. */
export function dress(host: HTMLElement, label: string): void {
  host.setAttribute('aria-label', label)
  host.dataset['theme'] = document.documentElement.dataset['theme'] ?? 'dark'
}

/** A button with a word, and with an icon in its place where the window is narrow. */
export type IconButton = { button: HTMLButtonElement; show(icon: keyof typeof ICONS, word: string): void }

export function add<K extends keyof HTMLElementTagNameMap>(
  to: ParentNode,
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  element.className = className
  to.append(element)
  return element
}

export function addButton(to: ParentNode, className: string): IconButton {
  const button = add(to, 'button', className)
  button.type = 'button'
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 14 14')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(svg.namespaceURI, 'path')
  svg.append(path)
  button.append(svg)
  const word = add(button, 'span', 'word')
  return {
    button,
    show(icon, text) {
      path.setAttribute('d', ICONS[icon])
      button.title = text
      write(word, text)
    },
  }
}

/** Writes a text that changed: screen readers announce the hint again with every writing. */
export function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** The entry page says `zh` until the console has chosen between `zh-CN` and `en`. */
export function languageOfPage(): 'zh' | 'en' {
  const { lang } = document.documentElement
  return (lang === 'zh' ? navigator.language : lang).startsWith('zh') ? 'zh' : 'en'
}

/** Date and time of the platform in its own zone, else the browser's. */
export function timeTexts({
  nowMs,
  zoneMinutes,
}: {
  nowMs: number
  zoneMinutes: number | undefined
}): [date: string, time: string] {
  const minutes = zoneMinutes ?? -new Date(nowMs).getTimezoneOffset()
  const text = new Date(nowMs + minutes * 60_000).toISOString()
  return [text.slice(0, 10), text.slice(11, 19)]
}
