import type { SensorReading } from '@backlot/contract/devices/calls'
import { solarHistory } from '@backlot/contract/sensors/calls'
import type { ReadingHistory } from '@backlot/contract/sensors/entities'
import { getSolarConfig } from '@backlot/contract/sensors/param-calls'
import { dayStart, toCivil } from '@backlot/contract/time'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { Chart, type ChartColours } from '../../components/chart/chart.tsx'
import { chartBase, tooltipBase } from '../../components/chart/chart-base.ts'
import { decimalsOf, valueText, withUnit } from '../../features/readings/reading-figure.ts'
import { type Translate, useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime, platformNow, platformZoneMinutes } from '../../platform/clock.ts'

const CODES = {
  panelV: 's01',
  batteryV: 's02',
  chargeA: 's03',
  outputA: 's05',
  left: 's08',
  day: 's10',
  total: 's11',
}
/** Below this there is no flow to be seen. */
const NO_FLOW_W = 0.05
const MONTH_DAYS = 31
const HEIGHT_PX = 210
const AGAIN_MS = 5 * 60_000
const HOUR_S = 3600

/** Present energy flow of a solar station, its yield by day, month and in all, and its battery against the sun. */
export function SolarPanel({
  sn,
  readings,
  online,
}: {
  sn: string
  readings: readonly SensorReading[]
  online: boolean
}) {
  const t = useText('sensors')
  const readingOf = (code: string) => readings.find((reading) => reading.code === code)
  const volts = readingOf(CODES.batteryV)
  const chargeW = wattsOf(volts, readingOf(CODES.chargeA))
  const loadW = wattsOf(volts, readingOf(CODES.outputA))
  const config = useQuery({
    queryKey: ['sensors', 'config', 'solar', sn],
    queryFn: ({ signal }) => request(getSolarConfig, { query: { sn }, signal }),
  })
  const day = readingOf(CODES.day)
  const month = useMonthEnergy(sn, day?.V)
  const figure = (reading: SensorReading | undefined) =>
    reading === undefined ? '–' : withUnit(valueText(reading), reading.F)
  return (
    <div className="station-panel" data-online={online}>
      <section className="history-card" aria-label={t('solar.flow')}>
        <header>
          <h4>{t('solar.flow')}</h4>
        </header>
        <EnergyFlow chargeW={chargeW} loadW={loadW} left={readingOf(CODES.left)} />
        <dl className="panel-facts">
          <div>
            <dt>{t('solar.day')}</dt>
            <dd>{figure(day)}</dd>
          </div>
          <div>
            <dt>{t('solar.month')}</dt>
            <dd>
              {figure(
                day && month !== undefined ? { ...day, V: month, decimals: decimalsOf(day) } : undefined,
              )}
            </dd>
          </div>
          <div>
            <dt>{t('solar.total')}</dt>
            <dd>{figure(readingOf(CODES.total))}</dd>
          </div>
          <div>
            <dt>{t('solar.calibrated')}</dt>
            <dd>{config.data ? formatTime(config.data.calibrationTime).slice(0, 10) : '–'}</dd>
          </div>
        </dl>
      </section>
      <BatteryCurve sn={sn} />
    </div>
  )
}

/** Energy since the month began: the days before by their counters, and today. */
function useMonthEnergy(sn: string, today: number | undefined): number | undefined {
  const zone = platformZoneMinutes()
  const now = platformNow()
  const monthStart = dayStart(now, zone) - (toCivil(now, zone).day - 1) * 86_400_000
  const days = useQuery({
    queryKey: ['sensors', 'solar month', sn, monthStart],
    queryFn: ({ signal }) =>
      request(solarHistory, {
        body: {
          list: [sn],
          codes: [CODES.day],
          interval: 'day',
          startTime: monthStart / 1000,
          endTime: Math.floor(Math.min(platformNow(), monthStart + MONTH_DAYS * 86_400_000) / 1000),
        },
        signal,
      }),
    refetchInterval: AGAIN_MS,
  })
  // A day's highest reading of its counter is its yield.
  const made = days.data?.stations[0]?.quantities[0]?.max
  if (!made || today === undefined) return undefined
  return made.slice(0, -1).reduce<number>((sum, value) => sum + (value ?? 0), today)
}

/** Volts by amperes; undefined where the dictionary shows them in other units. */
function wattsOf(
  volts: Pick<SensorReading, 'V' | 'F'> | undefined,
  amperes: Pick<SensorReading, 'V' | 'F'> | undefined,
): number | undefined {
  return volts?.F === 'V' && amperes?.F === 'A' ? volts.V * amperes.V : undefined
}

/** Panel, controller, battery and load with the flow between them. */
function EnergyFlow({
  chargeW,
  loadW,
  left,
}: {
  chargeW: number | undefined
  loadW: number | undefined
  left: SensorReading | undefined
}) {
  const t = useText('sensors')
  const intoBattery = chargeW === undefined || loadW === undefined ? undefined : chargeW - loadW
  const charging = (intoBattery ?? 0) > NO_FLOW_W
  const draining = (intoBattery ?? 0) < -NO_FLOW_W
  const watts = (value: number | undefined) => (value === undefined ? '–' : `${Math.abs(value).toFixed(1)} W`)
  const leftText = left === undefined ? '–' : `${valueText(left)}${left.F}`
  const says = t('solar.says', { charge: watts(chargeW), load: watts(loadW), left: leftText })
  return (
    <svg className="energy-flow" viewBox="0 0 460 190" role="img" aria-label={says}>
      <FlowLine path="M112 50H190" watts={chargeW} />
      <FlowLine path="M270 50H348" watts={loadW} />
      <FlowLine
        path={draining ? 'M230 128V82' : 'M230 82V128'}
        watts={charging || draining ? intoBattery : 0}
      />
      <text x="151" y="40" className="energy-watts">
        {watts(chargeW)}
      </text>
      <text x="309" y="40" className="energy-watts">
        {watts(loadW)}
      </text>
      <text x="240" y="109" className="energy-watts energy-beside">
        {charging ? '+' : draining ? '−' : ''}
        {watts(intoBattery)}
      </text>
      <g className="energy-part" transform="translate(30 20)">
        <rect width="82" height="60" rx="6" />
        <path d="M14 38l8-22h38l8 22zM27 16l-5 22M41 16v22M55 16l5 22M18 27h46" />
        <text x="41" y="78">
          {t('solar.panel')}
        </text>
      </g>
      <g className="energy-part" transform="translate(190 20)">
        <rect width="80" height="60" rx="6" />
        <path d="M22 18h36v24H22zM30 26h20M30 34h12" />
        <text x="40" y="-6">
          {t('solar.controller')}
        </text>
      </g>
      <g className="energy-part" transform="translate(348 20)">
        <rect width="82" height="60" rx="6" />
        <path d="M22 20h28v20H22zM50 26l12-6v20l-12-6" />
        <text x="41" y="78">
          {t('solar.load')}
        </text>
      </g>
      <g className="energy-part" transform="translate(180 130)">
        <rect width="100" height="40" rx="6" />
        <rect
          className="energy-charge"
          x="4"
          y="4"
          width={92 * Math.min(1, Math.max(0, (left?.V ?? 0) / 100))}
          height="32"
          rx="3"
          data-low={(left?.V ?? 100) < 20 || undefined}
        />
        <text x="50" y="25" className="energy-left">
          {leftText}
        </text>
        <text x="50" y="56">
          {t('solar.battery')}
        </text>
      </g>
    </svg>
  )
}

function FlowLine({ path, watts = 0 }: { path: string; watts: number | undefined }) {
  const flows = Math.abs(watts) > NO_FLOW_W
  return <path className="energy-line" data-flows={flows || undefined} d={path} />
}

/** A day of the battery's charge with the yield of the sun. */
function BatteryCurve({ sn }: { sn: string }) {
  const t = useText('sensors')
  const asked = useQuery({
    queryKey: ['sensors', 'battery', sn],
    queryFn: ({ signal }) => {
      const endTime = Math.floor(platformNow() / 1000)
      const codes = [CODES.left, CODES.batteryV, CODES.chargeA]
      return request(solarHistory, {
        body: { list: [sn], codes, interval: 'minute', startTime: endTime - 86_400, endTime },
        signal,
      })
    },
    refetchInterval: AGAIN_MS,
  })
  const data = useMemo(() => curveOf(asked.data), [asked.data])
  const option = useCallback(
    (colours: ChartColours) => {
      const base = chartBase(colours)
      const axis = { ...base.axis, nameTextStyle: { color: colours['text-3'], fontSize: 11 } }
      return {
        ...base,
        grid: { left: 40, right: 44, top: 26, bottom: 22 },
        tooltip: {
          ...tooltipBase(colours),
          trigger: 'axis',
          formatter: (params: { dataIndex: number }[]) => {
            const at = params[0]?.dataIndex ?? -1
            if (data.times[at] === undefined) return ''
            const time = `<strong>${formatTime(data.times[at]).slice(0, 16)}</strong>`
            return [time, ...curveSays(data, at, t)].join('<br>')
          },
        },
        xAxis: {
          type: 'category',
          boundaryGap: false,
          data: data.times.map((time) => formatTime(time).slice(11, 16)),
          ...axis,
          axisLabel: { ...axis.axisLabel, hideOverlap: true },
        },
        yAxis: [
          {
            type: 'value',
            name: data.leftUnit,
            min: 0,
            ...(data.leftUnit === '%' ? { max: 100, interval: 25 } : {}),
            ...axis,
          },
          { type: 'value', name: 'W', min: 0, splitNumber: 4, ...axis, splitLine: { show: false } },
        ],
        series: [
          {
            type: 'line',
            yAxisIndex: 1,
            data: data.sun,
            symbol: 'none',
            lineStyle: { color: colours.warn, width: 1 },
            areaStyle: { color: colours.warn, opacity: 0.25 },
          },
          {
            type: 'line',
            data: data.left,
            symbol: 'none',
            lineStyle: { color: colours.ok, width: 2 },
          },
        ],
      }
    },
    [data, t],
  )
  const columns = useMemo(
    () =>
      data.times.flatMap((time, at) =>
        time % HOUR_S === 0 ? [[formatTime(time).slice(0, 16), ...curveSays(data, at, t)].join(', ')] : [],
      ),
    [data, t],
  )
  return (
    <section className="history-card" aria-label={t('solar.curve')}>
      <header>
        <h4>{t('solar.curve')}</h4>
        <ul className="history-legend">
          <li>
            <i style={{ background: 'var(--ok)' }} aria-hidden="true" /> {t('solar.battery')}
          </li>
          <li>
            <i style={{ background: 'var(--warn)' }} aria-hidden="true" /> {t('solar.sun')}
          </li>
        </ul>
      </header>
      <Chart label={t('solar.curve')} height={HEIGHT_PX} option={option} columns={columns} />
    </section>
  )
}

/** Text of a moment of the curve. */
function curveSays(
  { left, leftUnit, leftDecimals, sun }: ReturnType<typeof curveOf>,
  at: number,
  t: Translate<'sensors'>,
): string[] {
  return [
    `${t('solar.battery')}: ${left[at] == null ? '–' : `${left[at].toFixed(leftDecimals)}${leftUnit}`}`,
    `${t('solar.sun')}: ${sun[at] == null ? '–' : `${sun[at].toFixed(1)} W`}`,
  ]
}

function curveOf(history: ReadingHistory | undefined) {
  const quantityOf = (code: string) =>
    history?.stations[0]?.quantities.find((quantity) => quantity.code === code)
  const [volts, amperes] = [quantityOf(CODES.batteryV), quantityOf(CODES.chargeA)]
  const left = quantityOf(CODES.left)
  return {
    times: history?.times ?? [],
    left: left?.values ?? [],
    leftUnit: left?.F ?? '%',
    leftDecimals: left?.decimals ?? 0,
    sun: (volts?.values ?? []).map((volt, i) => {
      const ampere = amperes?.values[i]
      if (volt === null || ampere == null) return null
      return wattsOf({ V: volt, F: volts?.F ?? '' }, { V: ampere, F: amperes?.F ?? '' }) ?? null
    }),
  }
}
