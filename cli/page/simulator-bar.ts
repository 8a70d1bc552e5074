import type { SimulatorState } from './messages.ts'
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

const SPEEDS = [1, 2, 10, 60, 600]

const TEXTS = {
  en: {
    label: 'Simulated platform',
    speed: 'Speed',
    pause: 'Pause',
    resume: 'Resume',
    control: 'Control',
    close: 'Close control',
    failed: 'The clock could not be set',
    signIn: (name: string, password: string) => `Sign in as ${name} / ${password}`,
    clips: 'This browser has no H.264 encoder: cameras play sample clips',
  },
  zh: {
    label: '模拟平台',
    speed: '倍速',
    pause: '暂停',
    resume: '继续',
    control: '模拟控制',
    close: '关闭模拟控制',
    failed: '无法设置时钟',
    signIn: (name: string, password: string) => `登录账号 ${name}，密码 ${password}`,
    clips: '此浏览器没有 H.264 编码器：摄像机播放示例视频',
  },
}

const STYLE = `
iframe{position:fixed;inset:0 0 var(--strip-height) auto;width:min(520px,100vw);
 height:calc(100dvh - var(--strip-height));border:0;border-left:1px solid #2a3848;box-sizing:border-box;
 background:#16202c;box-shadow:-8px 0 24px #0006}
:host([data-theme=light]) iframe{border-color:#cfd8e3;background:#fff}
`

/** The strip below a console whose platform is simulated in its page: platform time, speed, and the control page. */
export class SimulatorBar {
  readonly #control: URL
  #parts: Parts | undefined
  #frame: HTMLIFrameElement | undefined
  #state: SimulatorState | undefined
  #hasFailed = false

  /** `control`: address of the control page. */
  constructor(control: URL) {
    this.#control = control
  }

  show(state: SimulatorState): void {
    if (!document.body) return
    this.#state = state
    this.#parts ??= this.#build()
    const { host, label, date, time, pause, speed, control, hint } = this.#parts
    const words = TEXTS[languageOfPage()]
    const [day, moment] = timeTexts(state)
    write(label, words.label)
    write(date, `${day} `)
    write(time, moment)
    pause.show(state.speed === 0 ? 'play' : 'pause', state.speed === 0 ? words.resume : words.pause)
    if (document.activeElement !== host && state.speed > 0) choose(speed, state.speed)
    speed.setAttribute('aria-label', words.speed)
    control.show('control', this.#frame ? words.close : words.control)
    control.button.setAttribute('aria-expanded', String(this.#frame !== undefined))
    const { loginName, password } = state.signIn
    const hints = [
      ...(this.#hasFailed ? [words.failed] : []),
      ...(state.drawsPictures ? [] : [words.clips]),
      words.signIn(loginName, password),
    ]
    write(hint, hints.join(' · '))
    dress(host, words.label)
  }

  #build(): Parts {
    const { host, root, row } = beginStrip('backlot-simulator', STYLE)
    const label = add(row, 'b', 'label')
    const whole = add(row, 'span', 'time')
    const date = add(whole, 'span', 'date')
    const time = add(whole, 'span', 'moment')
    const pause = addButton(row, 'pause')
    pause.button.onclick = () => this.#setClock({ action: this.#state?.speed === 0 ? 'resume' : 'pause' })
    const speed = add(row, 'select', 'speed')
    for (const one of SPEEDS) speed.append(new Option(`${one}×`, String(one)))
    speed.onchange = () => this.#setClock({ action: 'speed', rate: Number(speed.value) })
    const control = addButton(row, 'control')
    control.button.onclick = () => this.#toggleControl(root)
    const hint = add(row, 'span', 'hint')
    hint.setAttribute('role', 'status')
    return { host, label, date, time, pause, speed, control, hint }
  }

  #toggleControl(root: ShadowRoot): void {
    if (this.#frame) {
      this.#frame.remove()
      this.#frame = undefined
    } else {
      this.#frame = document.createElement('iframe')
      this.#frame.src = this.#control.href
      this.#frame.title = TEXTS[languageOfPage()].control
      root.append(this.#frame)
    }
    if (this.#state) this.show(this.#state)
  }

  async #setClock(body: object): Promise<void> {
    const reply = await fetch('/control/clock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined)
    this.#hasFailed = !reply?.ok
    if (this.#state) this.show(this.#state)
  }
}

type Parts = {
  host: HTMLElement
  label: HTMLElement
  date: HTMLElement
  time: HTMLElement
  pause: IconButton
  speed: HTMLSelectElement
  control: IconButton
  hint: HTMLElement
}

/** Shows a speed, also one that was set elsewhere. */
function choose(select: HTMLSelectElement, speed: number): void {
  const value = String(speed)
  if (![...select.options].some((option) => option.value === value))
    select.append(new Option(`${value}×`, value))
  select.value = value
}
