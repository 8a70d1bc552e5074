/** Bits of the alarm word of a position report (JT/T 808-2019 table 24; 15–17 are of 2019). */
export const ALARM_BITS = {
  sos: 0,
  overspeed: 1,
  fatigue: 2,
  danger: 3,
  gnssFault: 4,
  antennaCut: 5,
  antennaShort: 6,
  undervoltage: 7,
  powerLoss: 8,
  displayFault: 9,
  speechFault: 10,
  cameraFault: 11,
  cardReaderFault: 12,
  overspeedWarning: 13,
  fatigueWarning: 14,
  drivingViolation: 15,
  tyrePressure: 16,
  blindSpot: 17,
  dayOvertime: 18,
  parkingOvertime: 19,
  area: 20,
  route: 21,
  routeTime: 22,
  deviation: 23,
  speedSensorFault: 24,
  fuelAbnormal: 25,
  stolen: 26,
  ignition: 27,
  moved: 28,
  collision: 29,
  rollover: 30,
  doorOpened: 31,
} as const

export type AlarmBit = keyof typeof ALARM_BITS

/** Bits of the status word. */
export const STATUS_BITS = {
  acc: 0,
  fixed: 1,
  south: 2,
  west: 3,
  outOfService: 4,
  positionEncrypted: 5,
  fuelCut: 10,
  circuitCut: 11,
  doorsLocked: 12,
  gps: 18,
  beidou: 19,
  glonass: 20,
  galileo: 21,
  moving: 22,
} as const

/** Whether a bit of a 32-bit word is set. */
export function hasBit(word: number, bit: number): boolean {
  return ((word >>> bit) & 1) === 1
}

/** A word with the bits set, as an unsigned number. */
export function wordOf(...bits: readonly number[]): number {
  let word = 0
  for (const bit of bits) word |= 1 << bit
  return word >>> 0
}
