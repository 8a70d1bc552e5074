import { add, isEnglish, putBelow, STRIP_STYLE, themeOf, timeText } from './bar.ts'
import type { SimulatorState } from './messages.ts'

const SPEEDS = [1, 2, 10, 60, 600]

const TEXTS = {
  en: {
    label: 'Simulated platform',
    speed: 'Speed',
    pause: 'Pause',
    resume: 'Resume',
    control: 'Control',
    close: 'Close control',
    signIn: (name: string, password: string) => `Sign in as ${name} / ${password}`,
    clips: 'This browser has no H.264 encoder: cameras play clips',
  },
  zh: {
    label: '模拟平台',
    speed: '倍速',
    pause: '暂停',
    resume: '继续',
    control: '控制台',
    close: '关闭控制台',
    signIn: (name: string, password: string) => `登录账号 ${name} / ${password}`,
    clips: '此浏览器没有 H.264 编码器：摄像机播放示例视频',
  },
}

const STYLE = `${STRIP_STYLE}
iframe{position:fixed;inset:0 0 32px auto;width:min(480px,100vw);height:calc(100vh - 32px);border:0;
 border-left:1px solid #2a3848;background:#16202c;box-shadow:-8px 0 24px #0006}
:host([data-theme=light]) iframe{border-color:#cfd8e3;background:#fff}
`

/** The strip below a console whose platform is simulated in its page: platform time, speed, and the control page. */
export class SimulatorBar {
  readonly #control: URL
  #parts: Parts | undefined
  #frame: HTMLIFrameElement | undefined
  #state: SimulatorState | undefined

  /** `control`: address of the control page. */
  constructor(control: URL) {
    this.#control = control
  }

  show(state: SimulatorState): void {
    if (!document.body) return
    this.#state = state
    this.#parts ??= this.#build()
    const { host, label, time, pause, speed, control, hint } = this.#parts
    const words = TEXTS[isEnglish() ? 'en' : 'zh']
    label.textContent = words.label
    time.textContent = timeText(state)
    pause.textContent = state.speed === 0 ? words.resume : words.pause
    if (document.activeElement !== host && state.speed > 0) choose(speed, state.speed)
    speed.setAttribute('aria-label', words.speed)
    control.textContent = this.#frame ? words.close : words.control
    control.setAttribute('aria-expanded', String(this.#frame !== undefined))
    const { loginName, password } = state.signIn
    hint.textContent = state.drawsPictures
      ? words.signIn(loginName, password)
      : `${words.signIn(loginName, password)} · ${words.clips}`
    hint.title = hint.textContent
    host.setAttribute('aria-label', words.label)
    host.dataset['theme'] = themeOf()
  }

  #build(): Parts {
    const host = document.createElement('backlot-simulator')
    host.setAttribute('role', 'region')
    const root = host.attachShadow({ mode: 'open' })
    const style = document.createElement('style')
    style.textContent = STYLE
    const row = document.createElement('div')
    root.append(style, row)
    const label = add(row, 'b', 'label')
    const time = add(row, 'span', 'time')
    const pause = add(row, 'button', 'pause')
    pause.onclick = () => setClock({ action: this.#state?.speed === 0 ? 'resume' : 'pause' })
    const speed = add(row, 'select', 'speed')
    for (const one of SPEEDS) speed.append(new Option(`${one}×`, String(one)))
    speed.onchange = () => setClock({ action: 'speed', rate: Number(speed.value) })
    const control = add(row, 'button', 'control')
    control.onclick = () => this.#toggleControl(root)
    add(row, 'span', 'gap')
    const hint = add(row, 'span', 'hint')
    putBelow(host)
    return { host, label, time, pause, speed, control, hint }
  }

  #toggleControl(root: ShadowRoot): void {
    if (this.#frame) {
      this.#frame.remove()
      this.#frame = undefined
    } else {
      this.#frame = document.createElement('iframe')
      this.#frame.src = this.#control.href
      this.#frame.title = TEXTS[isEnglish() ? 'en' : 'zh'].control
      root.append(this.#frame)
    }
    if (this.#state) this.show(this.#state)
  }
}

type Parts = {
  host: HTMLElement
  label: HTMLElement
  time: HTMLElement
  pause: HTMLButtonElement
  speed: HTMLSelectElement
  control: HTMLButtonElement
  hint: HTMLElement
}

/** Shows a speed, also one that was set elsewhere. */
function choose(select: HTMLSelectElement, speed: number): void {
  const value = String(speed)
  if (![...select.options].some((option) => option.value === value))
    select.append(new Option(`${value}×`, value))
  select.value = value
}

async function setClock(body: object): Promise<void> {
  const reply = await fetch('/control/clock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) console.error(`The clock could not be set: HTTP ${reply.status}`)
}
