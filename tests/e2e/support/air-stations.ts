import { sensorRealtime } from '@backlot/contract/devices/calls'
import { formatDateTime, PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'
import type { Operator } from '../../../testing/operator.ts'
import { trueDevices } from './fleet.ts'

export const COMPASS = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ')

/** Online stations that measure air and wind. */
export async function airStations(url: string, operator: Operator) {
  const found: { sn: string }[] = []
  for (const { sn, online } of await trueDevices(url, { kind: 'hj212Station' })) {
    if (!online || found.length === 2) continue
    const codes = (await readingsOf(operator, sn)).map(({ name }) => name)
    if (codes.includes('PM2.5') && codes.includes('Wind direction')) found.push({ sn })
  }
  return found
}

/** The readings of a station as an operator reads them. */
export async function readingsOf(operator: Operator, sn: string) {
  const answer = await operator.ask(sensorRealtime, { query: { sn }, headers: { 'accept-language': 'en' } })
  return sensorRealtime.data.parse(answer.data).list.map(({ code, name, V, F, D }) => {
    const time = formatDateTime(D * 1000, PLATFORM_ZONE_MINUTES)
    if (code === 'a01008') return { name, value: COMPASS[Math.round(V / 22.5) % 16], unit: `${V}°`, time }
    return { name, value: V, unit: F, time }
  })
}
