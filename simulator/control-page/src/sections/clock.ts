import type { LiveState } from '@backlot/contract/control/live-calls'
import { parseDateTime } from '@backlot/contract/time'
import { call } from '../api.ts'
import { h, setText } from '../dom.ts'
import { dateTime, span, zone } from '../format.ts'
import { button, field, form, numberOf, panel, submit, tick } from '../forms.ts'
import { attempt } from '../say.ts'
import type { Section } from '../section.ts'
import { t } from '../words.ts'

const PACES = [0.1, 1, 10, 60, 600, 3600]
const STEPS: readonly [text: string, ms: number][] = [
  ['10 s', 10_000],
  ['1 min', 60_000],
  ['10 min', 600_000],
  ['1 h', 3_600_000],
]
const JUMPS: readonly [text: string, ms: number][] = [
  ['−1 d', -86_400_000],
  ['−1 h', -3_600_000],
  ['−10 min', -600_000],
  ['+10 min', 600_000],
  ['+1 h', 3_600_000],
  ['+6 h', 21_600_000],
  ['+1 d', 86_400_000],
]
const DAY_MS = 86_400_000
/** What is within a few seconds of now is now. */
const HERE_MS = 5000

const set = (body: object) => attempt(() => call('/control/clock', body))

/** The hand on the platform clock. */
export function clockSection(nowMs: () => number): Section {
  const moving = jumpPanel(nowMs)
  const running = runPanel()
  const element = h(
    'div',
    { class: 'columns' },
    h('div', { class: 'column' }, running.element),
    h('div', { class: 'column wide' }, moving.element),
  )
  return {
    element,
    update({ clock }) {
      running.update(clock)
      moving.update()
    },
  }
}

function runPanel() {
  const now = h('p', { class: 'big-time' })
  const how = h('p', { class: 'note' })
  const toggle = button('', () => void set({ action: isPaused ? 'resume' : 'pause' }), 'primary')
  let isPaused = false
  const paces = PACES.map((rate) => {
    const one = button(`×${rate}`, () => void set({ action: 'speed', rate }))
    return { rate, one }
  })
  const own = field(t('clock.pace'), {
    type: 'number',
    min: 0.1,
    max: 3600,
    step: 'any',
    value: 1,
    class: 'grow',
  })
  const steps = STEPS.map(([text, byMs]) => button(`+${text}`, () => void set({ action: 'step', byMs })))
  const why = h('p', { class: 'note' })
  const element = panel(
    t('clock.now'),
    now,
    how,
    h(
      'div',
      { class: 'buttons' },
      toggle,
      button(t('clock.realtime'), () => void set({ action: 'realtime' })),
    ),
    h('h3', {}, t('clock.rate')),
    h('div', { class: 'buttons' }, ...paces.map(({ one }) => one)),
    form(
      () => void set({ action: 'speed', rate: numberOf(own) ?? 0 }),
      h('div', { class: 'fields' }, own.box, h('div', { class: 'foot' }, submit(t('clock.setPace')))),
    ),
    h('h3', {}, t('clock.step')),
    h('div', { class: 'buttons' }, ...steps),
    why,
  )
  return {
    element,
    update({ nowMs, rate, epoch }: LiveState['clock']) {
      isPaused = rate === 0
      setText(now, dateTime(nowMs))
      setText(how, `${isPaused ? t('clock.paused') : `×${rate}`} · ${t('clock.epoch', { epoch })}`)
      setText(toggle, isPaused ? t('clock.resume') : t('clock.pause'))
      for (const { rate: pace, one } of paces) one.setAttribute('aria-pressed', String(pace === rate))
      for (const step of steps) step.disabled = !isPaused
      setText(why, isPaused ? t('clock.step.why') : t('clock.step.wantsPause'))
    },
  }
}

function jumpPanel(nowMs: () => number) {
  const day = field(t('clock.day'), { type: 'date' })
  const slider = h('input', {
    type: 'range',
    min: 0,
    max: 1439,
    step: 1,
    class: 'day-slider',
    'aria-label': t('clock.time'),
  })
  const target = h('output', { class: 'big-time' })
  const by = h('p', { class: 'note' })
  const what = h('p', { class: 'explains' })
  const cut = tick(t('clock.cut'))
  const go = button(t('clock.jump'), () => void jump(), 'primary')
  const hours = h(
    'div',
    { class: 'hours', 'aria-hidden': 'true' },
    ...[0, 3, 6, 9, 12, 15, 18, 21, 24].map((hour) => h('span', {}, String(hour).padStart(2, '0'))),
  )
  /** Where the jump goes; follows the clock until somebody chooses. */
  let chosenMs: number | undefined

  const show = () => {
    const atMs = chosenMs ?? nowMs()
    const text = dateTime(atMs)
    setText(target, text)
    const dayText = text.slice(0, 10)
    if (day.input.value !== dayText && document.activeElement !== day.input) day.input.value = dayText
    const minutes = Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16))
    if (slider.value !== String(minutes)) slider.value = String(minutes)
    slider.setAttribute('aria-valuetext', text.slice(11))
    const aheadMs = atMs - nowMs()
    const isHere = chosenMs === undefined || Math.abs(aheadMs) < HERE_MS
    const isBack = aheadMs < 0
    setText(
      by,
      isHere ? t('clock.here') : t(isBack ? 'clock.byBack' : 'clock.by', { span: span(Math.abs(aheadMs)) }),
    )
    setText(
      what,
      isHere
        ? t('clock.still')
        : !isBack
          ? t('clock.forward')
          : t(cut.input.checked ? 'clock.backCut' : 'clock.back'),
    )
    cut.input.disabled = isHere || !isBack
    go.disabled = isHere || isJumping
  }
  const choose = (atMs: number) => {
    chosenMs = atMs
    show()
  }
  const chooseParts = (dayText: string, minutes: number) => {
    const clock = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`
    const atMs = parseDateTime(`${dayText} ${clock}`, zone())
    if (atMs !== undefined) choose(atMs)
  }
  const dayOf = () => dateTime(chosenMs ?? nowMs()).slice(0, 10)
  slider.addEventListener('input', () => chooseParts(dayOf(), Number(slider.value)))
  day.input.addEventListener('change', () => chooseParts(day.input.value, Number(slider.value)))
  cut.input.addEventListener('change', show)
  let isJumping = false
  const jump = async () => {
    if (chosenMs === undefined) return
    isJumping = true
    go.disabled = true
    setText(go, t('clock.moving'))
    const order = { action: 'jump', toMs: chosenMs, cut: cut.input.checked && chosenMs < nowMs() }
    if (await set(order)) {
      chosenMs = undefined
      cut.input.checked = false
    }
    isJumping = false
    setText(go, t('clock.jump'))
    show()
  }
  const toNow = button(t('clock.toNow'), () => {
    chosenMs = undefined
    show()
  })
  const element = panel(
    t('clock.target'),
    h('div', { class: 'target-line' }, target, by),
    h('div', { class: 'slider' }, slider, hours),
    h(
      'div',
      { class: 'fields' },
      day.box,
      h(
        'div',
        { class: 'buttons at-foot' },
        button(t('clock.dayBack'), () => choose((chosenMs ?? nowMs()) - DAY_MS)),
        button(t('clock.dayOn'), () => choose((chosenMs ?? nowMs()) + DAY_MS)),
        toNow,
      ),
    ),
    h(
      'div',
      { class: 'buttons' },
      ...JUMPS.map(([text, byMs]) => button(text, () => choose((chosenMs ?? nowMs()) + byMs))),
    ),
    h('h3', {}, t('clock.what')),
    what,
    h('div', { class: 'foot' }, cut.box, go),
  )
  show()
  return { element, update: show }
}
