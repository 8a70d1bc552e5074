import type { ReplayState } from './messages.ts'

const SPEEDS = [0.5, 1, 2, 4, 10, 30]

const TEXTS = {
  en: {
    label: 'Recording',
    pause: 'Pause',
    play: 'Play',
    again: 'Play from the start',
    speed: 'Speed',
    over: 'End of the recording',
    signIn: (accounts: string) => `Sign in as ${accounts}, with any password and any code`,
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
    signIn: (accounts: string) => `以 ${accounts} 登录，密码和验证码任意`,
    nobody: '录制内容中没有登录',
    misses: (count: number) => `${count} 个请求未被录制`,
  },
}

/** Of the strips below a console in a page. */
export const STRIP_STYLE = `
:host{position:fixed;inset:auto 0 0 0;height:32px;z-index:2147483000;font:12px/32px system-ui,sans-serif}
div{display:flex;gap:10px;align-items:center;height:32px;padding:0 12px;box-sizing:border-box;
 background:#16202c;color:#c8d3e0;border-top:1px solid #2a3848;font-variant-numeric:tabular-nums;white-space:nowrap}
:host([data-theme=light]) div{background:#fff;color:#2c3a4a;border-color:#cfd8e3}
b{font-weight:600}
progress{flex:1 1 60px;min-width:30px;max-width:320px;height:6px;border:0;border-radius:3px;overflow:hidden;
 appearance:none;background:#33445a}
progress::-webkit-progress-bar{background:#33445a}
progress::-webkit-progress-value{background:#3d8bfd}
progress::-moz-progress-bar{background:#3d8bfd}
:host([data-theme=light]) progress,:host([data-theme=light]) progress::-webkit-progress-bar{background:#cfd8e3}
.hint{flex:0 1 auto;overflow:hidden;text-overflow:ellipsis;opacity:.8}
.gap{flex:1 1 0}
button,select{font:inherit;line-height:20px;height:22px;color:inherit;background:transparent;
 border:1px solid #55677d;border-radius:4px;padding:0 8px;cursor:pointer}
select option{color:#2c3a4a;background:#fff}
button:focus-visible,select:focus-visible{outline:2px solid #3d8bfd;outline-offset:1px}
@media (max-width:640px){.hint,.label{display:none}}
`

/** The strip below a replayed console: platform time, position, speed. */
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
    const { time, progress, pause, speed, hint } = this.#parts
    const words = wordsOf()
    time.textContent = timeText(state)
    progress.max = Math.max(1, state.lengthMs)
    progress.value = state.t
    pause.textContent = state.speed === 0 ? words.play : words.pause
    if (document.activeElement !== this.#parts.host) speed.value = String(this.#running)
    hint.textContent = state.isOver ? words.over : hintOf(state)
    hint.title = hint.textContent
    this.#parts.label.textContent = words.label
    this.#parts.again.textContent = words.again
    speed.setAttribute('aria-label', words.speed)
    progress.setAttribute('aria-label', words.label)
    this.#parts.host.setAttribute('aria-label', words.label)
    this.#parts.host.dataset['theme'] = themeOf()
  }

  #build(): Parts {
    const host = document.createElement('backlot-replay')
    host.setAttribute('role', 'region')
    const root = host.attachShadow({ mode: 'open' })
    const style = document.createElement('style')
    style.textContent = STRIP_STYLE
    const row = document.createElement('div')
    root.append(style, row)
    const label = add(row, 'b', 'label')
    const time = add(row, 'span', 'time')
    const progress = add(row, 'progress', 'progress')
    const pause = add(row, 'button', 'pause')
    pause.onclick = () => this.#to.setSpeed(this.#state?.speed === 0 ? this.#running : 0)
    const speed = add(row, 'select', 'speed')
    const offered = [...new Set([...SPEEDS, this.#running])].sort((a, b) => a - b)
    for (const one of offered) speed.append(new Option(`${one}×`, String(one)))
    speed.onchange = () => {
      this.#running = Number(speed.value)
      this.#to.setSpeed(this.#running)
    }
    const again = add(row, 'button', 'again')
    again.onclick = () => this.#to.again()
    add(row, 'span', 'gap')
    const hint = add(row, 'span', 'hint')
    putBelow(host)
    return { host, label, time, progress, pause, speed, again, hint }
  }
}

/** The console has the page above the strip. */
export function putBelow(strip: HTMLElement): void {
  document.body.style.cssText += ';box-sizing:border-box;padding-bottom:32px'
  document.body.append(strip)
}

/** The console's theme, for a strip below it. */
export const themeOf = () => document.documentElement.dataset['theme'] ?? 'dark'
export const isEnglish = () => document.documentElement.lang === 'en'

type Parts = {
  host: HTMLElement
  label: HTMLElement
  time: HTMLElement
  progress: HTMLProgressElement
  pause: HTMLButtonElement
  speed: HTMLSelectElement
  again: HTMLButtonElement
  hint: HTMLElement
}

export function add<K extends keyof HTMLElementTagNameMap>(
  to: HTMLElement,
  name: K,
  className: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  element.className = className
  to.append(element)
  return element
}

const wordsOf = () => TEXTS[isEnglish() ? 'en' : 'zh']

function hintOf({ accounts, isSignedIn, misses }: ReplayState): string {
  const words = wordsOf()
  if (isSignedIn && misses === 0) return ''
  if (misses > 0) return words.misses(misses)
  return accounts.length > 0 ? words.signIn(accounts.join(' / ')) : words.nobody
}

/** Time of the platform in its own zone, else the browser's. */
export function timeText({ nowMs, zoneMinutes }: { nowMs: number; zoneMinutes: number | undefined }): string {
  const minutes = zoneMinutes ?? -new Date(nowMs).getTimezoneOffset()
  return new Date(nowMs + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
}
