import type { SensorReading } from '@backlot/contract/devices/calls'
import { getGasConfig } from '@backlot/contract/sensors/param-calls'
import { DETECTED_GAS_NAMES, DETECTED_GASES } from '@backlot/contract/sensors/params'
import { useQuery } from '@tanstack/react-query'
import { valueText, withUnit } from '../../features/readings/reading-figure.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { LeakAlarms } from './leak-alarms.tsx'

const AGAIN_MS = 30_000
/** A sensor that is to be changed soon, days. */
const SOON_DAYS = 60

/** A gas detector: its readings against their levels, the remaining life of its sensors, its alarms of a day. */
export function GasPanel({
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
    queryKey: ['sensors', 'config', 'gas', sn],
    queryFn: ({ signal }) => request(getGasConfig, { query: { sn }, signal }),
    refetchInterval: AGAIN_MS,
  })
  const sensors = asked.data?.sensors ?? []
  return (
    <div className="station-panel" data-online={online}>
      <section className="history-card" aria-label={t('gas.levels')}>
        <header>
          <h4>{t('gas.levels')}</h4>
        </header>
        <ul className="gas-levels">
          {DETECTED_GAS_NAMES.flatMap((gas) => {
            const reading = readings.find(({ code }) => code === DETECTED_GASES[gas].code)
            const levels = sensors.find(({ code }) => code === DETECTED_GASES[gas].code)?.levels
            if (!reading || !levels) return []
            const { low, high } = levels
            const isOxygen = gas === 'o2'
            const [from, to] = isOxygen ? [low - (high - low), high + (high - low)] : [0, high * 1.4]
            const place = (value: number) =>
              `${Math.max(0, Math.min(100, (100 * (value - from)) / (to - from)))}%`
            const state = isOxygen
              ? reading.V < low || reading.V > high
                ? 'second'
                : 'none'
              : reading.V >= high
                ? 'second'
                : reading.V >= low
                  ? 'first'
                  : 'none'
            return (
              <li key={gas} data-state={state}>
                <span>{reading.name}</span>
                <span className="gas-bar">
                  <i style={{ left: place(low) }} title={withUnit(String(low), reading.F)} />
                  <i style={{ left: place(high) }} title={withUnit(String(high), reading.F)} />
                  <b style={{ width: place(reading.V) }} />
                </span>
                <strong>{withUnit(valueText(reading), reading.F)}</strong>
                <em>{t(`gas.state.${state}`)}</em>
                <small>{t('gas.between', { low, high, unit: reading.F })}</small>
              </li>
            )
          })}
        </ul>
      </section>
      <section className="history-card" aria-label={t('gas.life')}>
        <header>
          <h4>{t('gas.life')}</h4>
        </header>
        <ul className="gas-life">
          {sensors.map(({ code, name, installTime, lifeDays, daysLeft }) => (
            <li key={code} data-soon={daysLeft <= SOON_DAYS || undefined}>
              <span>{name}</span>
              <progress max={lifeDays} value={Math.max(0, daysLeft)} aria-label={name} />
              <strong>{t('gas.daysLeft', { count: daysLeft })}</strong>
              <small>{t('gas.since', { date: formatTime(installTime).slice(0, 10) })}</small>
            </li>
          ))}
        </ul>
      </section>
      <LeakAlarms sn={sn} />
    </div>
  )
}
