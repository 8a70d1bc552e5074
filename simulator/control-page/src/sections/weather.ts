import type { WeatherNow } from '@backlot/contract/control/state-calls'
import { call } from '../api.ts'
import { h, setText } from '../dom.ts'
import { count, dateTime, decimal } from '../format.ts'
import { button, field, form, numberOf, panel, submit } from '../forms.ts'
import { attempt } from '../say.ts'
import type { Section } from '../section.ts'
import { t, type WordKey } from '../words.ts'

type Part = {
  key: keyof WeatherNow
  word: WordKey
  unit: string
  min: number
  max: number
  step: number
  digits: number
}

const PARTS: readonly Part[] = [
  { key: 'cloud', word: 'weather.cloud', unit: '0–1', min: 0, max: 1, step: 0.05, digits: 2 },
  { key: 'rainMmPerHour', word: 'weather.rain', unit: 'mm/h', min: 0, max: 100, step: 0.5, digits: 1 },
  { key: 'windSpeedMs', word: 'weather.wind', unit: 'm/s', min: 0, max: 40, step: 0.5, digits: 1 },
  { key: 'windFromDeg', word: 'weather.windFrom', unit: '°', min: 0, max: 359, step: 1, digits: 0 },
  { key: 'dust', word: 'weather.dust', unit: '0–1', min: 0, max: 1, step: 0.05, digits: 2 },
  { key: 'temperatureC', word: 'weather.temperature', unit: '°C', min: -40, max: 50, step: 0.5, digits: 1 },
]
const SHOWN: readonly Pick<Part, 'key' | 'word' | 'unit' | 'digits'>[] = [
  ...PARTS,
  { key: 'humidityPercent', word: 'weather.humidity', unit: '%', digits: 0 },
  { key: 'illuminationLux', word: 'weather.light', unit: 'lx', digits: 0 },
  { key: 'sunElevationDeg', word: 'weather.sun', unit: '°', digits: 1 },
]
const PRESETS: readonly [word: WordKey, values: Partial<Record<keyof WeatherNow, number>>][] = [
  ['weather.clear', { cloud: 0, rainMmPerHour: 0, dust: 0 }],
  ['weather.overcast', { cloud: 1, rainMmPerHour: 0 }],
  ['weather.downpour', { cloud: 1, rainMmPerHour: 40, windSpeedMs: 12 }],
  ['weather.gale', { windSpeedMs: 24 }],
  ['weather.sandstorm', { dust: 0.9, windSpeedMs: 18, rainMmPerHour: 0 }],
  ['weather.heat', { temperatureC: 39, cloud: 0.1 }],
  ['weather.frost', { temperatureC: -12 }],
]
const HOUR_MS = 3_600_000

/** The weather as it is, and what people make of it. */
export function weatherSection(): Section {
  const values = SHOWN.map(({ word, unit, key, digits }) => {
    const value = h('dd')
    return { key, unit, digits, value, pair: h('div', {}, h('dt', {}, t(word)), value) }
  })
  const since = h('p', { class: 'note' })
  const lasts = field(t('weather.for'), {
    type: 'number',
    min: 0.1,
    max: 168,
    step: 'any',
    value: 2,
    unit: 'h',
  })
  const parts = PARTS.map((part) => {
    const on = h('input', { type: 'checkbox', 'aria-label': t(part.word) })
    const { box, input } = field(t(part.word), {
      type: 'range',
      min: part.min,
      max: part.max,
      step: part.step,
    })
    const shown = h('output', { class: 'number' })
    const show = () =>
      setText(shown, `${decimal(Number(input.value), part.digits)} ${part.unit === '0–1' ? '' : part.unit}`)
    input.addEventListener('input', () => {
      on.checked = true
      show()
    })
    const put = (value: number) => {
      input.value = String(value)
      show()
    }
    return {
      part,
      on,
      put,
      value: () => Number(input.value),
      row: h('div', { class: 'slide-row' }, on, box, shown),
    }
  })
  const apply = () => {
    const chosen = parts.filter(({ on }) => on.checked).map(({ part, value }) => [part.key, value()])
    const body = { forMs: Math.round((numberOf(lasts) ?? 0) * HOUR_MS), ...Object.fromEntries(chosen) }
    return attempt(() => call('/control/weather', body))
  }
  const preset = (wanted: Partial<Record<keyof WeatherNow, number>>) => {
    for (const { part, on, put } of parts) {
      const value = wanted[part.key]
      on.checked = value !== undefined
      if (value !== undefined) put(value)
    }
  }
  const calm = button(
    t('weather.calm'),
    () => void attempt(() => call('/control/weather/calm', { what: 'weather' })),
  )
  calm.title = t('weather.calm.why')
  const element = h(
    'div',
    { class: 'columns' },
    h(
      'div',
      { class: 'column' },
      panel(t('weather.now'), h('dl', { class: 'facts' }, ...values.map(({ pair }) => pair)), since),
    ),
    h(
      'div',
      { class: 'column wide' },
      panel(
        t('weather.set'),
        h('h3', {}, t('weather.presets')),
        h(
          'div',
          { class: 'buttons' },
          ...PRESETS.map(([word, wanted]) => button(t(word), () => preset(wanted))),
        ),
        h('p', { class: 'note' }, t('weather.pick')),
        form(
          () => void apply(),
          h('div', { class: 'slides' }, ...parts.map(({ row }) => row)),
          h('div', { class: 'foot' }, lasts.box, calm, submit(t('weather.apply'))),
        ),
      ),
    ),
  )
  let isFirst = true
  return {
    element,
    update({ weather }) {
      for (const { key, unit, digits, value } of values) {
        const number = weather[key] ?? 0
        const text = digits === 0 ? count(Math.round(number)) : decimal(number, digits)
        setText(value, unit === '0–1' ? text : `${text} ${unit}`)
      }
      const until = weather.changedUntilMs
      setText(
        since,
        until === undefined ? t('weather.own') : t('weather.changed', { until: dateTime(until) }),
      )
      calm.disabled = weather.changes === 0
      if (isFirst) for (const { part, put } of parts) put(weather[part.key] ?? 0)
      isFirst = false
    },
  }
}
