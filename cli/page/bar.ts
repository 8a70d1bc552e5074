import type { ReplayState } from './messages.ts'
import {
  add,
  addButton,
  beginStrip,
  dress,
  type IconButton,
  languageOfPage,
  timeTexts,
  write,
} from './strip.ts'

const SPEEDS = [0.5, 1, 2, 4, 10, 30]
/** Most accounts that the strip names. */
const ACCOUNTS_MAX = 4

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
progress{flex:1 1 60px;min-width:30px;max-width:320px;height:6px;border:0;border-radius:3px;overflow:hidden;
 appearance:none;background:#33445a}
progress::-webkit-progress-bar{background:#33445a}
progress::-webkit-progress-value{background:#3d8bfd}
progress::-moz-progress-bar{background:#3d8bfd}
:host([data-theme=light]) progress,:host([data-theme=light]) progress::-webkit-progress-bar{background:#cfd8e3}
`

/**
 * The strip below a replayed console: platform time, position, speed.
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
    const words = TEXTS[languageOfPage()]
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
    dress(host, words.label)
  }

  #build(): Parts {
    const { host, row } = beginStrip('backlot-replay', STYLE)
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

/** A second tab has the session of the first: the platform tells its clock, with its zone, to whoever is signed in. */
const isIn = ({ isSignedIn, zoneMinutes }: ReplayState) => isSignedIn || zoneMinutes !== undefined

/** The channel of a page that was loaded again may be over before the recording is. */
const isAtEnd = ({ isOver, t, lengthMs }: ReplayState) => isOver && t >= lengthMs

function hintOf(state: ReplayState): string {
  const { accounts, misses } = state
  const words = TEXTS[languageOfPage()]
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

/** `m:ss`, from an hour on `h:mm:ss`. */
function lengthText(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}
