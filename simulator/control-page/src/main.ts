/** The control page: the bar above, the parts at the side, one part in the middle, the events at the foot. */
import './control.css'
import type { LiveState } from '@backlot/contract/control/live-calls'
import { call, whenTokenIsWrong } from './api.ts'
import { fill, h } from './dom.ts'
import { type EventDock, eventDock } from './events.ts'
import { setZone } from './format.ts'
import { type Listening, listen } from './live.ts'
import { sayings } from './say.ts'
import type { Section } from './section.ts'
import { clockSection } from './sections/clock.ts'
import { faultsSection } from './sections/faults.ts'
import { fleetSection } from './sections/fleet.ts'
import { scenariosSection } from './sections/scenarios.ts'
import { stormsSection } from './sections/storms.ts'
import { weatherSection } from './sections/weather.ts'
import { wireSection } from './sections/wire.ts'
import { language, setLanguage, setTheme, takeTokenFromAddress, theme, token } from './settings.ts'
import { tokenPrompt } from './token-prompt.ts'
import { topBar } from './top-bar.ts'
import { t } from './words.ts'

const PARTS = {
  fleet: fleetSection,
  clock: () => clockSection(nowMs),
  weather: weatherSection,
  storms: stormsSection,
  faults: faultsSection,
  scenarios: scenariosSection,
  wire: wireSection,
} as const
type Part = keyof typeof PARTS
const isPart = (name: string): name is Part => Object.hasOwn(PARTS, name)

/** The last state and when it came: between two of them the clock runs on by itself. */
let last: { state: LiveState; atMs: number } | undefined
let shown: { section: Section; close(): void } | undefined

function nowMs(): number {
  if (!last) return 0
  const { nowMs: then, rate } = last.state.clock
  return then + (performance.now() - last.atMs) * rate
}

function dress(): void {
  document.documentElement.lang = language() === 'zh' ? 'zh-CN' : 'en'
  document.documentElement.dataset['theme'] = theme()
  document.title = t('title')
}

function partOfAddress(): Part {
  const name = location.hash.slice(1)
  return isPart(name) ? name : 'fleet'
}

/** Draws the whole page: at the start, and when the language changes. */
function draw(): void {
  shown?.close()
  shown = undefined
  dress()
  if (token() === null) {
    fill(document.body, tokenPrompt(false, draw))
    return
  }
  drawPage()
}

function drawPage(): void {
  let listening: Listening | undefined
  let section: Section | undefined
  const bar = topBar({
    onLanguage() {
      setLanguage(language() === 'zh' ? 'en' : 'zh')
      draw()
    },
    onTheme() {
      setTheme(theme() === 'dark' ? 'light' : 'dark')
      draw()
    },
    onPause: (isPaused) =>
      void call('/control/clock', { action: isPaused ? 'resume' : 'pause' }).catch(() => {}),
    nowMs,
  })
  const hear = () => {
    listening?.close()
    listening = listen({ state: '1', ...dock.query() }, take, bar.heard)
  }
  const dock: EventDock = eventDock(hear)
  const main = h('main', { id: 'content', tabindex: -1 })
  const links = (Object.keys(PARTS) as Part[]).map((name) => ({
    name,
    link: h('a', { href: `#${name}` }, t(`nav.${name}`)),
  }))
  const open = () => {
    const part = partOfAddress()
    section?.close?.()
    section = PARTS[part]()
    fill(main, h('h1', { class: 'unseen' }, t(`nav.${part}`)), section.element)
    main.scrollTop = 0
    for (const { name, link } of links) {
      if (name === part) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
    if (last) section.update(last.state)
  }
  function take(message: Parameters<Parameters<typeof listen>[1]>[0]): void {
    if (message.type !== 'state') {
      dock.take(message)
      return
    }
    last = { state: message, atMs: performance.now() }
    setZone(message.clock.zoneMinutes)
    bar.update(message)
    section?.update(message)
  }
  const timer = setInterval(() => bar.tick(), 250)
  // A page that nobody looks at costs the platform nothing.
  const onSight = () => {
    if (document.hidden) listening?.close()
    else hear()
  }
  document.addEventListener('visibilitychange', onSight)
  addEventListener('hashchange', open)
  const nav = h('nav', { 'aria-label': t('nav.label') }, ...links.map(({ link }) => link))
  const skip = h('a', { class: 'skip', href: '#content', onclick: skipTo(main) }, t('nav.skip'))
  fill(document.body, skip, bar.element, h('div', { class: 'middle' }, nav, main), dock.element, sayings)
  open()
  hear()
  shown = {
    section: section!,
    close() {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSight)
      removeEventListener('hashchange', open)
      listening?.close()
      section?.close?.()
    },
  }
}

const skipTo = (main: HTMLElement) => (event: Event) => {
  event.preventDefault()
  main.focus()
}

whenTokenIsWrong(() => {
  shown?.close()
  shown = undefined
  fill(document.body, tokenPrompt(true, draw))
})
takeTokenFromAddress()
addEventListener('hashchange', () => {
  // An address with a token that is opened in a tab that is here already.
  if (!location.hash.includes('token=')) return
  takeTokenFromAddress()
  draw()
})
draw()
