/** A log that is bounded in what it keeps and in what it draws, whatever comes in. */
import { h, setText, table } from './dom.ts'
import { count } from './format.ts'
import { button, field } from './forms.ts'
import { t } from './words.ts'

/** Entries kept, and rows drawn of them: a page with more stops being quick. */
const KEPT_MOST = 5000
const DRAWN_MOST = 300
const RATE_MS = 2000

export type LogView<Entry> = {
  element: HTMLElement
  add(list: readonly Entry[], seen: number, left: number): void
  clear(): void
  /** For what stands beside it. */
  tools: HTMLElement
}

export function logView<Entry>(options: {
  label: string
  heads: readonly string[]
  empty: string
  row(entry: Entry): HTMLTableRowElement
  /** What the finder looks in. */
  text(entry: Entry): string
  /** Name of the saved file, without its ending. */
  fileName: string
  filters: readonly HTMLElement[]
}): LogView<Entry> {
  const { box, body } = table(options.label, options.heads)
  box.classList.add('log')
  const empty = h('p', { class: 'empty' }, options.empty)
  const find = field(t('log.filter'), { type: 'search', class: 'grow' })
  const numbers = h('p', { class: 'note numbers' })
  let kept: Entry[] = []
  let waiting: Entry[] = []
  let left = 0
  let isPaused = false
  let recent: { atMs: number; seen: number }[] = []

  const fits = (entry: Entry) => {
    const wanted = find.input.value.trim().toLowerCase()
    return wanted === '' || options.text(entry).toLowerCase().includes(wanted)
  }
  const tell = () => {
    const nowMs = performance.now()
    recent = recent.filter(({ atMs }) => nowMs - atMs < RATE_MS)
    const rate = Math.round(recent.reduce((sum, { seen }) => sum + seen, 0) / (RATE_MS / 1000))
    const parts = [
      t('log.shown', { shown: count(body.childElementCount), kept: count(kept.length) }),
      t('log.rate', { rate: count(rate) }),
    ]
    if (left > 0) parts.push(t('log.left', { left: count(left) }))
    if (isPaused) parts.push(t('log.paused', { waiting: count(waiting.length) }))
    setText(numbers, parts.join(' · '))
    empty.hidden = body.childElementCount > 0
    box.hidden = body.childElementCount === 0
  }
  const draw = (fresh: readonly Entry[]) => {
    const rows = fresh.filter(fits).slice(-DRAWN_MOST).reverse().map(options.row)
    body.prepend(...rows)
    while (body.childElementCount > DRAWN_MOST) body.lastElementChild?.remove()
  }
  const drawAll = () => {
    body.replaceChildren()
    draw(kept)
    tell()
  }
  const keep = (fresh: readonly Entry[]) => {
    kept = [...kept, ...fresh].slice(-KEPT_MOST)
    draw(fresh)
  }
  find.input.addEventListener('input', drawAll)
  const pause = button(t('log.pause'), () => {
    isPaused = !isPaused
    setText(pause, isPaused ? t('log.resume') : t('log.pause'))
    pause.setAttribute('aria-pressed', String(isPaused))
    if (!isPaused) {
      const fresh = waiting
      waiting = []
      keep(fresh)
    }
    tell()
  })
  pause.setAttribute('aria-pressed', 'false')
  const clear = () => {
    kept = []
    waiting = []
    left = 0
    drawAll()
  }
  const save = button(t('log.save'), () => {
    const lines = kept.filter(fits).map((entry) => `${JSON.stringify(entry)}\n`)
    const url = URL.createObjectURL(new Blob(lines, { type: 'application/x-ndjson' }))
    h('a', { href: url, download: `${options.fileName}.jsonl` }).click()
    setTimeout(() => URL.revokeObjectURL(url), 1000)
  })
  setInterval(() => element.isConnected && tell(), RATE_MS / 2)
  const tools = h(
    'div',
    { class: 'fields log-tools' },
    ...options.filters,
    find.box,
    numbers,
    h('div', { class: 'buttons at-foot' }, pause, button(t('log.clear'), clear), save),
  )
  const element = h('div', { class: 'log-view' }, tools, box, empty)
  tell()
  return {
    element,
    tools,
    clear,
    add(list, seen, missed) {
      recent.push({ atMs: performance.now(), seen })
      left += missed
      if (isPaused) waiting = [...waiting, ...list].slice(-KEPT_MOST)
      else keep(list)
      tell()
    },
  }
}
