import { controlClock, controlSetClock } from '@backlot/contract/control/calls'
import { fromCivil, toCivil } from '@backlot/contract/time'
import { control } from '../../../testing/control.ts'

/** Hour of the platform's day at which tests begin: light, and traffic on the roads. */
const START_HOUR = 10

/** Moves the platform's clock to the coming morning, so that tests see the same city whenever they are run. */
export async function startTheDay(url: string): Promise<void> {
  const { nowMs, zoneMinutes } = await control(url, controlClock)
  const now = toCivil(nowMs, zoneMinutes)
  const day = now.hour < START_HOUR ? now.day : now.day + 1
  const toMs = fromCivil(now.year, now.month, day, START_HOUR, 0, 0, 0, zoneMinutes)
  await control(url, controlSetClock, { body: { action: 'jump', toMs } })
}
