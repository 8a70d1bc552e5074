import type { SensorReading } from '@backlot/contract/devices/calls'
import { getAgricultureConfig } from '@backlot/contract/sensors/param-calls'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { valueText, withUnit } from '../../features/readings/reading-figure.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'

/** Soil readings of the probe: code, and the scale and the good range of a bar, in one of these units. */
const PROFILE = [
  { code: 'f01', units: ['%'], from: 0, to: 60, good: [20, 45] },
  { code: 'f02', units: ['℃', '°C'], from: -10, to: 45, good: [10, 30] },
  { code: 'f03', units: ['µS/cm'], from: 0, to: 3000, good: [300, 1200] },
  { code: 'f04', units: ['pH', ''], from: 4, to: 9, good: [5.5, 8] },
  { code: 'f05', units: ['mg/kg'], from: 0, to: 300, good: [60, 180] },
  { code: 'f06', units: ['mg/kg'], from: 0, to: 150, good: [15, 60] },
  { code: 'f07', units: ['mg/kg'], from: 0, to: 500, good: [80, 250] },
] as const
const TONES = { water: 'warning', raining: 'info', enough: 'success', wet: 'info', unknown: 'info' } as const
const AGAIN_MS = 60_000

/** The soil of a farm station in layers by its quantities, and whether it needs water. */
export function SoilPanel({
  sn,
  readings,
  online,
}: {
  sn: string
  readings: readonly SensorReading[]
  online: boolean
}) {
  const t = useText('sensors')
  const asked = useQuery({
    queryKey: ['sensors', 'config', 'soil', sn],
    queryFn: ({ signal }) => request(getAgricultureConfig, { query: { sn }, signal }),
    refetchInterval: AGAIN_MS,
  })
  const below = asked.data?.config.irrigateBelow
  const advice = asked.data?.advice
  return (
    <div className="station-panel" data-online={online}>
      <section className="history-card" aria-label={t('soil.profile')}>
        <header>
          <h4>{t('soil.profile')}</h4>
        </header>
        <ul className="soil-profile">
          {PROFILE.flatMap(({ code, units, from, to, good }) => {
            const reading = readings.find((one) => one.code === code)
            if (!reading) return []
            const figure = <strong>{withUnit(valueText(reading), reading.F)}</strong>
            // The dictionary may show another unit, for which these spans do not apply.
            if (!units.some((unit) => unit === reading.F)) {
              return (
                <li key={code}>
                  <span>{reading.name}</span>
                  <span />
                  {figure}
                </li>
              )
            }
            const low = code === 'f01' && below !== undefined ? below : good[0]
            const place = (value: number) =>
              `${Math.max(0, Math.min(100, (100 * (value - from)) / (to - from)))}%`
            const state = reading.V < low ? 'low' : reading.V > good[1] ? 'high' : 'good'
            return (
              <li key={code} data-state={state}>
                <span>{reading.name}</span>
                <span className="soil-bar">
                  <i style={{ left: place(low), right: `calc(100% - ${place(good[1])})` }} />
                  <b style={{ left: place(reading.V) }} />
                </span>
                {figure}
                <em>{t(`soil.state.${state}`)}</em>
              </li>
            )
          })}
        </ul>
      </section>
      <section className="history-card" aria-label={t('soil.advice')}>
        <header>
          <h4>{t('soil.advice')}</h4>
        </header>
        {advice && asked.data && (
          <Alert
            type={TONES[advice.state]}
            showIcon
            title={t(`soil.says.${advice.state}`, { millimetres: advice.millimetres ?? 0 })}
            description={t('soil.why', {
              moisture: advice.moisture ?? '–',
              below: asked.data.config.irrigateBelow,
              to: asked.data.config.irrigateTo,
            })}
          />
        )}
      </section>
    </div>
  )
}
