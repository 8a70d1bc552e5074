import type { LiveState } from '@backlot/contract/control/live-calls'
import { h, setText } from './dom.ts'
import { count, dateTime } from './format.ts'
import { button } from './forms.ts'
import { theme } from './settings.ts'
import { named, t } from './words.ts'

/** What is always in sight: the time of the platform, how it does, and whether it is heard. */
export function topBar(deps: {
  onLanguage(): void
  onTheme(): void
  onPause(isPaused: boolean): void
  nowMs(): number
}) {
  const time = h('output', { class: 'time', 'aria-live': 'off' }, '–')
  const pace = h('span', { class: 'pace' })
  let isPaused = false
  const pause = button('❚❚', () => deps.onPause(isPaused), 'small icon')
  const heardMark = h('span', { class: 'dot off' })
  const heardText = h('span', {}, t('bar.connecting'))
  const trouble = h('strong', { class: 'trouble', role: 'alert', hidden: true })
  const facts = h('ul', { class: 'facts-line' })
  const fact = (text: string) => h('li', {}, text)
  const link = (href: string, text: string) => h('a', { href, target: '_blank', rel: 'noopener' }, text)
  return {
    element: h(
      'header',
      {},
      h('strong', { class: 'brand' }, 'Backlot'),
      h('div', { class: 'clock' }, time, pace, pause),
      h('div', { class: 'heard', role: 'status' }, heardMark, heardText),
      trouble,
      facts,
      h(
        'div',
        { class: 'links' },
        link('/', t('bar.console')),
        link('/metrics', t('bar.metrics')),
        link('/docs', t('bar.docs')),
        button(theme() === 'dark' ? t('bar.theme.light') : t('bar.theme.dark'), deps.onTheme, 'small'),
        button(t('bar.language'), deps.onLanguage, 'small'),
      ),
    ),
    heard(isOpen: boolean) {
      heardMark.className = `dot ${isOpen ? 'good' : 'bad'}`
      setText(heardText, isOpen ? t('bar.live') : t('bar.lost'))
    },
    tick() {
      const atMs = deps.nowMs()
      if (atMs > 0) setText(time, dateTime(atMs))
    },
    update(state: LiveState) {
      isPaused = state.clock.rate === 0
      setText(pace, isPaused ? t('clock.paused') : `×${state.clock.rate}`)
      pace.classList.toggle('odd', state.clock.rate !== 1)
      setText(pause, isPaused ? '▶' : '❚❚')
      pause.setAttribute('aria-label', isPaused ? t('bar.resume') : t('bar.pause'))
      pause.title = isPaused ? t('bar.resume') : t('bar.pause')
      trouble.hidden = state.troubles.length === 0
      const names = state.troubles.map(({ kind }) => named('what', kind))
      setText(trouble, trouble.hidden ? '' : t('bar.trouble', { what: names.join(', ') }))
      const [total, online] = state.kinds.reduce(
        ([all, on], kind) => [all + kind.total, on + kind.online],
        [0, 0],
      )
      const texts = [
        t('bar.devices', { online: count(online!), total: count(total!) }),
        t('bar.sessions', { count: count(state.sessions) }),
        t('bar.streams', { count: count(state.streams) }),
        t('bar.alarms', { count: count(state.alarmsStored) }),
        t('bar.seed', { seed: state.seed }),
      ]
      if (facts.childElementCount !== texts.length) facts.replaceChildren(...texts.map(fact))
      else for (const [i, text] of texts.entries()) setText(facts.children[i]!, text)
    },
  }
}
