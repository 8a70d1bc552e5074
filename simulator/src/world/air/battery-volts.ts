/** Volts of a 12 V lead-acid battery from its charge and the current. */

/** At rest: 12.7 V = 100 %, 12.06 V = 50 %, 11.3 V = 10 %. */
const AT_REST: readonly (readonly [charge: number, volts: number])[] = [
  [0, 10.8],
  [0.1, 11.3],
  [0.5, 12.06],
  [1, 12.7],
]
/** Volts that a full charge or discharge in one hour would add or take. */
const PER_C = 6
/** Between these charges a charging battery rises to the controller's voltage, given that much current. */
const RISES_FROM = 0.45
const RISES_TO = 0.9
const FIRM_C = 0.03
/** A charge controller cuts the load here, and gives it back only when the battery has come up to there. */
export const CUT_OFF_VOLTS = 11.1
export const RECONNECT_VOLTS = 12.6

/** Hours that the smallest battery feeds its load. */
export const LEAST_HOURS = 60
/** With this charge none comes down to the cut-off, whatever the sun: it rests at 11.3 V, and its load takes 0.1 V. */
export const FEEDS_FROM = 0.1

export function restingVolts(charge: number): number {
  for (let i = 1; i < AT_REST.length; i++) {
    const [from, fromVolts] = AT_REST[i - 1]!
    const [to, toVolts] = AT_REST[i]!
    if (charge <= to) return fromVolts + ((toVolts - fromVolts) * (charge - from)) / (to - from)
  }
  return AT_REST[AT_REST.length - 1]![1]
}

/**
 * `netC`: net flow into the battery as a share of its charge an hour; `offeredC`: the panel's surplus. A charging
 * battery rises towards the controller's voltage as it fills, and is held there; it never exceeds it.
 */
export function batteryVolts(charge: number, netC: number, offeredC: number, chargeToVolts: number): number {
  const resting = restingVolts(charge)
  const filled = Math.max(0, Math.min(1, (charge - RISES_FROM) / (RISES_TO - RISES_FROM)))
  const pressed = Math.min(1, offeredC / FIRM_C)
  const rise = Math.max(0, chargeToVolts - resting) * filled * pressed
  return Math.min(chargeToVolts, resting + PER_C * netC + rise)
}

/** A charging voltage, compensated by -3 mV/℃ for each of six cells. */
export function compensatedVolts(volts: number, temperatureC: number): number {
  return volts - 0.018 * (temperatureC - 25)
}
