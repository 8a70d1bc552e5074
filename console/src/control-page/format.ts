import { formatDateTime } from '@backlot/contract/time'
import { useControl } from './store.ts'

export const count = (value: number) =>
  value.toLocaleString(useControl.getState().language === 'zh' ? 'zh-CN' : 'en-GB')

/** The platform's zone, minutes east of UTC. */
export const zoneMinutes = () => useControl.getState().live?.state.clock.zoneMinutes ?? 480

/** yyyy-MM-dd HH:mm:ss in the platform's zone. */
export const dateTime = (atMs: number) => formatDateTime(atMs, zoneMinutes())
/** MM-dd HH:mm:ss. */
export const shortTime = (atMs: number) => dateTime(atMs).slice(5)

/** '1 h 5 min', '12 s'; no seconds from an hour on. */
export function span(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor(seconds / 3600) % 24
  const rest = days === 0 && hours === 0 ? seconds % 60 : 0
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [rest, 's'],
  ] as const
  const told = parts.filter(([value]) => value > 0).map(([value, unit]) => `${value} ${unit}`)
  return told.join(' ') || '0 s'
}
