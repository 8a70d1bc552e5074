import { formatDateTime } from '@backlot/contract/time'
import { lang } from './words.ts'

export const count = (value: number) => value.toLocaleString(lang() === 'zh' ? 'zh-CN' : 'en-GB')

export const decimal = (value: number, digits = 1) => value.toFixed(digits)

let zoneMinutes = 480
export function setZone(minutes: number): void {
  zoneMinutes = minutes
}
export const zone = () => zoneMinutes

/** yyyy-MM-dd HH:mm:ss in the platform's zone. */
export const dateTime = (atMs: number) => formatDateTime(atMs, zoneMinutes)
/** MM-dd HH:mm:ss. */
export const shortTime = (atMs: number) => dateTime(atMs).slice(5)

/** '1 h 5 min', '12 s'. */
export function span(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  const parts = [
    [days, 'd'],
    [hours, 'h'],
    [minutes, 'min'],
  ].filter(([value]) => (value as number) > 0)
  const rest = seconds % 60
  return [
    ...parts.map(([value, unit]) => `${value} ${unit}`),
    ...(days === 0 && hours === 0 && rest > 0 ? [`${rest} s`] : []),
  ].join(' ')
}
