import type { OnlineSpan } from '@backlot/contract/statistics/calls'
import { DAY_MS, parseDateTime } from '@backlot/contract/time'
import { useText } from '../../language/language.ts'
import { formatTime, platformZoneMinutes } from '../../platform/clock.ts'
import { useNumbers } from './use-numbers.ts'

const DAY_S = DAY_MS / 1000
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24]

/** Start of a civil day of the platform, seconds. */
export function parsedDay(date: string): number {
  return (parseDateTime(`${date} 00:00:00`, platformZoneMinutes()) ?? 0) / 1000
}

/** A day's stretches from midnight to midnight; the future stays empty. */
export function SpanStrip({ spans, dayS }: { spans: readonly OnlineSpan[]; dayS: number }) {
  const t = useText('statistics')
  const numbers = useNumbers()
  const percent = (seconds: number) => (100 * seconds) / DAY_S
  return (
    <div className="span-strip" role="img" aria-label={t('device.strip')}>
      <div>
        {spans.map(({ startTime, endTime, online }) => (
          <span
            key={startTime}
            data-online={online || undefined}
            title={`${clock(startTime)}–${clock(endTime)} ${online ? t('state.online') : t('state.offline')}, ${numbers.duration(endTime - startTime)}`}
            style={{ left: `${percent(startTime - dayS)}%`, width: `${percent(endTime - startTime)}%` }}
          />
        ))}
      </div>
      <ol aria-hidden>
        {HOURS.map((hour) => (
          <li key={hour} style={{ left: `${(100 * hour) / 24}%` }}>
            {hour}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The same, one by one. */
export function SpanList({ spans }: { spans: readonly OnlineSpan[] }) {
  const t = useText('statistics')
  const numbers = useNumbers()
  return (
    <table className="span-list" aria-label={t('device.spans')}>
      <thead>
        <tr>
          <th scope="col">{t('device.from')}</th>
          <th scope="col">{t('device.to')}</th>
          <th scope="col">{t('device.length')}</th>
          <th scope="col">{t('device.state')}</th>
        </tr>
      </thead>
      <tbody>
        {spans.map(({ startTime, endTime, online }) => (
          <tr key={startTime} data-online={online || undefined}>
            <td>{clock(startTime)}</td>
            <td>{clock(endTime)}</td>
            <td>{numbers.duration(endTime - startTime)}</td>
            <td>
              <span className="span-mark" aria-hidden />
              {online ? t('state.online') : t('state.offline')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const clock = (seconds: number) => formatTime(seconds).slice(11)
