import type { ReplayState } from './messages.ts'

const SPEEDS = [0.5, 1, 2, 4, 10, 30]
/** Most accounts that the strip names. */
const ACCOUNTS_MAX = 4

/** Icons of 14 × 14, for windows too narrow for words. */
const ICONS = {
  pause: 'M3 2h3v10H3zM8 2h3v10H8z',
  play: 'M3 2l9 5-9 5z',
  again: 'M2 2h2v10H2zM12 2v10L5 7z',
}

const TEXTS = {
  en: {
    label: 'Recorded session',
    pause: 'Pause',
    play: 'Play',
    again: 'Play from the start',
    speed: 'Speed',
    over: 'End of the recording',
    position: (at: string, length: string) => `${at} of ${length}`,
    signIn: (accounts: string) => `Sign in as ${accounts}, with any password and any code`,
    more: (count: number) => `and ${count} more`,
    nobody: 'The recording has no sign-in',
    misses: (count: number) =>
      count === 1 ? '1 request was not recorded' : `${count} requests were not recorded`,
  },
  zh: {
    label: '录制回放',
    pause: '暂停',
    play: '播放',
    again: '从头播放',
    speed: '倍速',
    over: '录制内容已播完',
    position: (at: string, length: string) => `${at}，共 ${length}`,
    signIn: (accounts: string) => `以 ${accounts} 登录，密码和验证码任意`,
    more: (count: number) => `等 ${count} 个其他账号`,
    nobody: '录制内容中没有登录',
    misses: (count: number) => `${count} 个请求未被录制`,
  },
}

const STYLE = `
:host{position:fixed;inset:auto 0 0 0;z-index:2147483000;font-size:12px;line-height:18px}
.row{display:flex;flex-wrap:wrap;column-gap:10px;align-items:center;min-height:32px;padding:0 12px;box-sizing:border-box;
 background:#16202c;color:#c8d3e0;border-top:1px solid #2a3848;font-variant-numeric:tabular-nums}
:host([data-theme=light]) .row{background:#fff;color:#2c3a4a;border-color:#cfd8e3}
.row>:not(.hint){white-space:nowrap;margin-block:3px}
b{font-weight:600}
progress{flex:1 1 60px;min-width:30px;max-width:320px;height:6px;border:0;border-radius:3px;overflow:hidden;
 appearance:none;background:#33445a}
progress::-webkit-progress-bar{background:#33445a}
progress::-webkit-progress-value{background:#3d8bfd}
progress::-moz-progress-bar{background:#3d8bfd}
:host([data-theme=light]) progress,:host([data-theme=light]) progress::-webkit-progress-bar{background:#cfd8e3}
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
 * The strip below a replayed console: platform time, position, speed. It tells the page its height
 * (`--strip-height`, console/src/shell/page.css), since it grows where its texts need more than one line.
 */
export class Bar {
  readonly #to: { setSpeed(speed: number): void; again(): void }
  #parts: Parts | undefined
  #state: ReplayState | undefined
  /** Speed to continue at after a pause. */
  #running = 1

  constructor(to: { setSpeed(speed: number): void; again(): void }) {
    this.#to = to
  }

  show(state: ReplayState): void {
    if (!document.body) return
    this.#state = state
    if (state.speed > 0) this.#running = state.speed
    this.#parts ??= this.#build()
    const { host, label, date, time, progress, position, pause, speed, again, hint } = this.#parts
    const words = wordsOf()
    // Before somebody signs in the platform has not told its zone: a time in another would jump.
    const [day, moment] = isIn(state) ? timeTexts(state) : ['', '']
    write(date, day && `${day} `)
    write(time, moment)
    const [at, length] = [lengthText(state.t), lengthText(state.lengthMs)]
    progress.max = Math.max(1, state.lengthMs)
    progress.value = state.t
    progress.setAttribute('aria-valuetext', words.position(at, length))
    write(position, `${at} / ${length}`)
    pause.show(state.speed === 0 ? 'play' : 'pause', state.speed === 0 ? words.play : words.pause)
    pause.button.disabled = isAtEnd(state)
    if (document.activeElement !== host) speed.value = String(this.#running)
    write(hint, hintOf(state))
    write(label, words.label)
    again.show('again', words.again)
    speed.setAttribute('aria-label', words.speed)
    progress.setAttribute('aria-label', words.label)
    host.setAttribute('aria-label', words.label)
    host.dataset['theme'] = document.documentElement.dataset['theme'] ?? 'dark'
  }

  #build(): Parts {
    const host = document.createElement('backlot-replay')
    host.setAttribute('role', 'region')
    const root = host.attachShadow({ mode: 'open' })
    const style = document.createElement('style')
    style.textContent = STYLE
    root.append(style)
    const row = add(root, 'div', 'row')
    const label = add(row, 'b', 'label')
    const whole = add(row, 'span', 'time')
    const date = add(whole, 'span', 'date')
    const time = add(whole, 'span', 'moment')
    const progress = add(row, 'progress', 'progress')
    const position = add(row, 'span', 'position')
    // The progress bar says it.
    position.setAttribute('aria-hidden', 'true')
    const pause = addButton(row, 'pause')
    pause.button.onclick = () => this.#to.setSpeed(this.#state?.speed === 0 ? this.#running : 0)
    const speed = add(row, 'select', 'speed')
    const offered = [...new Set([...SPEEDS, this.#running])].sort((a, b) => a - b)
    for (const one of offered) speed.append(new Option(`${one}×`, String(one)))
    speed.onchange = () => {
      this.#running = Number(speed.value)
      this.#to.setSpeed(this.#running)
    }
    const again = addButton(row, 'again')
    again.button.onclick = () => this.#to.again()
    const hint = add(row, 'span', 'hint')
    hint.setAttribute('role', 'status')
    // The console's dialogs would take the focus back, and its screens the keys: to them the strip is not a control.
    for (const event of ['focusin', 'keydown', 'keyup'])
      host.addEventListener(event, (one) => one.stopPropagation())
    document.body.append(host)
    const tellHeight = () =>
      document.documentElement.style.setProperty('--strip-height', `${host.offsetHeight}px`)
    new ResizeObserver(tellHeight).observe(host)
    tellHeight()
    return { host, label, date, time, progress, position, pause, speed, again, hint }
  }
}

type Parts = {
  host: HTMLElement
  label: HTMLElement
  date: HTMLElement
  time: HTMLElement
  progress: HTMLProgressElement
  position: HTMLElement
  pause: IconButton
  speed: HTMLSelectElement
  again: IconButton
  hint: HTMLElement
}

/** A button with a word, and with an icon in its place where the window is narrow. */
type IconButton = { button: HTMLButtonElement; show(icon: keyof typeof ICONS, word: string): void }

function add<K extends keyof HTMLElementTagNameMap>(
  to: ParentNode,
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  element.className = className
  to.append(element)
  return element
}

function addButton(to: ParentNode, className: string): IconButton {
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
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

/** The entry page says `zh` until the console has chosen between `zh-CN` and `en`. */
function wordsOf() {
  const { lang } = document.documentElement
  return TEXTS[(lang === 'zh' ? navigator.language : lang).startsWith('zh') ? 'zh' : 'en']
}

/** A second tab has the session of the first: the platform tells its clock, with its zone, to whoever is signed in. */
const isIn = ({ isSignedIn, zoneMinutes }: ReplayState) => isSignedIn || zoneMinutes !== undefined

/** The channel of a page that was loaded again may be over before the recording is. */
const isAtEnd = ({ isOver, t, lengthMs }: ReplayState) => isOver && t >= lengthMs

function hintOf(state: ReplayState): string {
  const { accounts, misses } = state
  const words = wordsOf()
  const hints: string[] = []
  if (isAtEnd(state)) hints.push(words.over)
  if (misses > 0) hints.push(words.misses(misses))
  if (!isIn(state)) {
    const named = accounts.slice(0, ACCOUNTS_MAX).join(' / ')
    const more = accounts.length - ACCOUNTS_MAX
    const text = more > 0 ? `${named} ${words.more(more)}` : named
    hints.push(accounts.length > 0 ? words.signIn(text) : words.nobody)
  }
  return hints.join(' · ')
}

/** Date and time of the platform in its own zone, else the browser's. */
function timeTexts({ nowMs, zoneMinutes }: ReplayState): [string, string] {
  const minutes = zoneMinutes ?? -new Date(nowMs).getTimezoneOffset()
  const text = new Date(nowMs + minutes * 60_000).toISOString()
  return [text.slice(0, 10), text.slice(11, 19)]
}

/** `m:ss`, from an hour on `h:mm:ss`. */
function lengthText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
