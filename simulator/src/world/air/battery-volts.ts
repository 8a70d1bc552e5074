/** Volts of a 12 V lead-acid battery from its charge and what flows. */

/** At rest: 12.7 V = 100 %, 12.06 V = 50 %, 11.3 V = 10 %. */
const AT_REST: readonly (readonly [charge: number, volts: number])[] = [
  [0, 10.8],
  [0.1, 11.3],
  [0.5, 12.06],
  [1, 12.7],
]
/** Volts that a full charge or discharge in one hour would add or take. */
const PER_C = 6
/** The load is cut at 11.1 V: with its own pull on the volts, at this charge. */
export const CUT_OFF_CHARGE = 0.07

export function restingVolts(charge: number): number {
  for (let i = 1; i < AT_REST.length; i++) {
    const [from, fromVolts] = AT_REST[i - 1]!
    const [to, toVolts] = AT_REST[i]!
    if (charge <= to) return fromVolts + ((toVolts - fromVolts) * (charge - from)) / (to - from)
  }
  return AT_REST[AT_REST.length - 1]![1]
}

/** `netC`: net flow into the battery as a share of its charge an hour. Charging never passes the controller's voltage. */
export function batteryVolts(charge: number, netC: number, chargeToVolts: number): number {
  return Math.min(chargeToVolts, restingVolts(charge) + PER_C * netC)
}

/** A charging voltage, compensated by -3 mV/℃ for each of six cells. */
export function compensatedVolts(volts: number, temperatureC: number): number {
  return volts - 0.018 * (temperatureC - 25)
}
