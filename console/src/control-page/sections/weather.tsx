import { ORDERED_MS_MAX } from '@backlot/contract/control/constants'
import type { WeatherNow } from '@backlot/contract/control/state-calls'
import { useId, useState } from 'react'
import { call, order } from '../api.ts'
import { Field, Form, Submit } from '../form.tsx'
import { count, dateTime } from '../format.ts'
import { Button, Panel } from '../parts.tsx'
import { type TextKey, t } from '../text.ts'
import type { SectionProps } from './section.ts'

const HOUR_MS = 3_600_000
const VALUES = [
  { name: 'cloud', unit: '', digits: 2, range: [0, 1, 0.05] },
  { name: 'rainMmPerHour', unit: ' mm/h', digits: 1, range: [0, 100, 0.5] },
  { name: 'windSpeedMs', unit: ' m/s', digits: 1, range: [0, 40, 0.5] },
  { name: 'windFromDeg', unit: ' °', digits: 0, range: [0, 359, 1] },
  { name: 'dust', unit: '', digits: 2, range: [0, 1, 0.05] },
  { name: 'temperatureC', unit: ' °C', digits: 1, range: [-40, 50, 0.5] },
  { name: 'humidityPercent', unit: ' %', digits: 0 },
  { name: 'illuminationLux', unit: ' lx', digits: 0 },
  { name: 'sunElevationDeg', unit: ' °', digits: 1 },
] as const satisfies { name: keyof WeatherNow; unit: string; digits: number; range?: readonly number[] }[]
type Wanted = Partial<Record<keyof WeatherNow, number>>
const PRESETS: readonly (readonly [text: TextKey, wanted: Wanted])[] = [
  ['weather.clear', { cloud: 0, rainMmPerHour: 0, dust: 0 }],
  ['weather.overcast', { cloud: 1, rainMmPerHour: 0 }],
  ['weather.downpour', { cloud: 1, rainMmPerHour: 40, windSpeedMs: 12 }],
  ['weather.gale', { windSpeedMs: 24 }],
  ['weather.sandstorm', { dust: 0.9, windSpeedMs: 18, rainMmPerHour: 0 }],
  ['weather.heat', { temperatureC: 39, cloud: 0.1 }],
  ['weather.frost', { temperatureC: -12 }],
]

/** The present weather, and changes to it. */
export function WeatherSection({ state: { weather } }: SectionProps) {
  return (
    <>
      <Panel head={t('weather.now')}>
        <dl className="facts">
          {VALUES.map(({ name, unit, digits }) => (
            <div key={name}>
              <dt>{t(`weather.${name}`)}</dt>
              <dd>
                {digits === 0 ? count(Math.round(weather[name])) : weather[name].toFixed(digits)}
                {unit}
              </dd>
            </div>
          ))}
        </dl>
        <p className="note">
          {weather.changedUntilMs === undefined
            ? t('weather.own')
            : t('weather.changed', { until: dateTime(weather.changedUntilMs) })}
        </p>
      </Panel>
      <SetPanel weather={weather} />
    </>
  )
}

function SetPanel({ weather }: { weather: WeatherNow }) {
  /** Positions of the sliders: at the present weather, until somebody moves them. */
  const [values, setValues] = useState<Wanted>(weather)
  /** Values to be sent. */
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const tick = (name: string, isTicked: boolean) =>
    setTicked(new Set(isTicked ? [...ticked, name] : [...ticked].filter((one) => one !== name)))
  return (
    <Panel head={t('weather.set')}>
      <h3>{t('weather.presets')}</h3>
      <div className="buttons">
        {PRESETS.map(([text, wanted]) => (
          <Button
            key={text}
            onPress={() => {
              setValues({ ...values, ...wanted })
              setTicked(new Set(Object.keys(wanted)))
            }}
          >
            {t(text)}
          </Button>
        ))}
      </div>
      <p className="note">{t('weather.pick')}</p>
      <Form
        send={({ forMs }) => {
          const chosen = Object.entries(values).filter(([name]) => ticked.has(name))
          return call('/control/weather', { forMs, ...Object.fromEntries(chosen) })
        }}
      >
        <div className="slides">
          {VALUES.map((value) =>
            'range' in value ? (
              <Slide
                key={value.name}
                {...value}
                value={values[value.name] ?? 0}
                isTicked={ticked.has(value.name)}
                onTick={(isTicked) => tick(value.name, isTicked)}
                onMove={(to) => {
                  setValues({ ...values, [value.name]: to })
                  tick(value.name, true)
                }}
              />
            ) : null,
          )}
        </div>
        <div className="foot">
          <Field
            label={t('lasts')}
            name="forMs"
            as="number"
            scale={HOUR_MS}
            min={0.1}
            max={ORDERED_MS_MAX / HOUR_MS}
            defaultValue={2}
            isRequired
            unit="h"
          />
          <Button
            title={t('weather.calmWhy')}
            isDisabled={weather.changes === 0}
            onPress={() => order('/control/weather/calm', { what: 'weather' })}
          >
            {t('weather.calm')}
          </Button>
          <Submit>{t('set')}</Submit>
        </div>
      </Form>
    </Panel>
  )
}

function Slide(props: {
  name: (typeof VALUES)[number]['name']
  unit: string
  digits: number
  range: readonly [min: number, max: number, step: number]
  value: number
  isTicked: boolean
  onTick(isTicked: boolean): void
  onMove(value: number): void
}) {
  const { name, unit, digits, range, value, isTicked, onTick, onMove } = props
  const [min, max, step] = range
  const id = useId()
  const label = t(`weather.${name}`)
  return (
    <div className="slide-row">
      <input
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        onChange={({ target }) => onTick(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={({ target }) => onMove(Number(target.value))}
      />
      <output className="number">{`${value.toFixed(digits)}${unit}`}</output>
    </div>
  )
}
