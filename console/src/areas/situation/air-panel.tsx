import { airClass, POLLUTANTS } from '@backlot/contract/situation/air-index'
import { useAir } from '../../features/situation/use-situation.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { Panel } from './panel.tsx'
import { ACCESS_AIR, useGranted } from './wall-access.ts'

const WORST = 4
/** Pollutants as people write them. */
const SIGNS = { pm25: 'PM2.5', pm10: 'PM10', so2: 'SO₂', no2: 'NO₂', co: 'CO', o3: 'O₃' } as const

/** The air as the stations measure it: the city's index, its pollutants, and where it is worst. */
export function AirPanel() {
  const t = useText('situation')
  const granted = useGranted(ACCESS_AIR)
  const { data, error } = useAir(granted)
  if (!granted || data?.stations === 0) return null
  const { aqi, primary, values = {} } = data?.mean ?? {}
  const measured = POLLUTANTS.filter((pollutant) => values[pollutant] !== undefined)
  const worst = (data?.list ?? [])
    .filter((station) => station.aqi !== undefined)
    .sort((a, b) => b.aqi! - a.aqi!)
    .slice(0, WORST)
  return (
    <Panel
      name="air"
      title={t('air.title')}
      aside={
        data && (
          <small className="wall-aside">
            {t('air.stations', { reporting: data.reporting, stations: data.stations })}
          </small>
        )
      }
    >
      {!data && error && <p className="wall-none">{errorText(error)}</p>}
      <div className="wall-aqi" data-class={aqi === undefined ? undefined : airClass(aqi)}>
        <p className="wall-big">{aqi ?? '–'}</p>
        <p className="wall-aqi-says">
          <strong>{aqi === undefined ? t('air.unknown') : t(`air.class.${airClass(aqi)}`)}</strong>
          <small>{primary ? t('air.primary', { pollutant: SIGNS[primary] }) : t('air.index')}</small>
        </p>
        <dl>
          {measured.map((pollutant) => (
            <div key={pollutant}>
              <dt>{SIGNS[pollutant]}</dt>
              <dd>{pollutant === 'co' ? values.co!.toFixed(1) : Math.round(values[pollutant]!)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ul className="wall-rows wall-worst">
        {worst.map((station) => (
          <li key={station.sn}>
            <i className="wall-class" data-class={airClass(station.aqi!)} aria-hidden="true" />
            <span className="wall-name" title={station.name}>
              {station.name}
            </span>
            <small>{station.primary ? SIGNS[station.primary] : ''}</small>
            <span className="wall-count">{station.aqi}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
