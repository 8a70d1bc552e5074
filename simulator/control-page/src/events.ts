/** The event log at the foot of the page: heard while it is open. */
import type { LiveEvent, LiveMessage } from '@backlot/contract/control/live-calls'
import { EVENT_KINDS } from '@backlot/contract/control/live-choices'
import { h, setText } from './dom.ts'
import { shortTime } from './format.ts'
import { button, field, tick } from './forms.ts'
import { type LogView, logView } from './log-view.ts'
import { lang, named, t } from './words.ts'

export type EventDock = {
  element: HTMLElement
  /** What it wants to hear; nothing while it is closed. */
  query(): Record<string, string>
  take(message: LiveMessage): void
}

type Size = 'closed' | 'half' | 'whole'

const TYPING_MS = 300

export function eventDock(onWish: () => void): EventDock {
  const kinds = EVENT_KINDS.map((kind) => ({ kind, ...tick(named('eventKind', kind), true) }))
  const sn = field(t('log.device'), { type: 'search' })
  const log: LogView<LiveEvent> = logView<LiveEvent>({
    label: t('events.head'),
    heads: [t('log.time'), t('log.kind'), t('log.what'), t('log.sn'), t('log.detail')],
    empty: t('events.none'),
    fileName: 'backlot-events',
    filters: [sn.box],
    text: ({ kind, what, sn: serial, detail }) =>
      `${kind} ${what} ${named('what', what)} ${serial ?? ''} ${detailText(detail)}`,
    row: eventRow,
  })
  const chooser = h(
    'div',
    { class: 'kinds', role: 'group', 'aria-label': t('events.kinds') },
    ...kinds.map(({ box }) => box),
  )
  let typing: ReturnType<typeof setTimeout> | undefined
  const wishSoon = () => {
    clearTimeout(typing)
    typing = setTimeout(onWish, TYPING_MS)
  }
  chooser.addEventListener('change', wishSoon)
  sn.input.addEventListener('input', wishSoon)
  let size: Size = innerHeight < 700 ? 'closed' : 'half'
  const open = button('', () => become(size === 'closed' ? 'half' : 'closed'), 'small')
  const grow = button('', () => become(size === 'whole' ? 'half' : 'whole'), 'small')
  const bodyElement = h('div', { class: 'dock-body' }, log.element)
  const element = h(
    'section',
    { class: 'dock', 'aria-label': t('events.head') },
    h(
      'div',
      { class: 'dock-head' },
      h('h2', {}, t('events.head')),
      chooser,
      h('span', { class: 'acts' }, grow, open),
    ),
    bodyElement,
  )
  const show = () => {
    element.dataset['size'] = size
    bodyElement.hidden = size === 'closed'
    chooser.hidden = size === 'closed'
    grow.hidden = size === 'closed'
    setText(open, size === 'closed' ? t('events.open') : t('events.close'))
    setText(grow, size === 'whole' ? t('events.shrink') : t('events.grow'))
    open.setAttribute('aria-expanded', String(size !== 'closed'))
  }
  const become = (next: Size) => {
    const was = size
    size = next
    show()
    if ((was === 'closed') !== (next === 'closed')) onWish()
  }
  show()
  return {
    element,
    query() {
      const wanted = kinds.filter(({ input }) => input.checked).map(({ kind }) => kind)
      if (size === 'closed' || wanted.length === 0) return {}
      const serial = sn.input.value.trim()
      return { events: wanted.join(','), ...(serial === '' ? {} : { sn: serial }) }
    },
    take(message) {
      if (message.type !== 'events') return
      const seen = Object.values(message.seen).reduce((sum, one) => sum + (one ?? 0), 0)
      log.add(message.list, seen, message.left)
    },
  }
}

const isTime = (key: string, value: unknown) =>
  key.endsWith('Ms') && typeof value === 'number' && value > 1e11

function detailText(detail: LiveEvent['detail']): string {
  // A name comes in both languages.
  const other = lang() === 'zh' ? 'nameEn' : 'name'
  return Object.entries(detail)
    .filter(([key, value]) => value !== '' && (key !== other || !('nameEn' in detail)))
    .map(([key, value]) => {
      const word = key === 'nameEn' ? 'name' : key
      return `${word} ${isTime(key, value) ? shortTime(Number(value)) : value}`
    })
    .join(' · ')
}

function eventRow({ atMs, kind, what, sn, detail }: LiveEvent): HTMLTableRowElement {
  return h(
    'tr',
    {},
    h('td', { class: 'number' }, shortTime(atMs)),
    h('td', {}, h('span', { class: `kind-mark ${kind}` }), named('eventKind', kind)),
    h('td', {}, named('what', what)),
    h('td', { class: 'code' }, sn ?? ''),
    h('td', { class: 'cut', title: detailText(detail) }, detailText(detail)),
  )
}
