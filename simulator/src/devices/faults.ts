/** Realistic faults of devices, spontaneous or ordered: names and the meaning of an amount. */

export const DEVICE_FAULTS = [
  /** Cannot be reached. */
  'offline',
  /** Comes and goes; amount: seconds of one round (default 120). */
  'flapping',
  /** No satellites: the last fix is repeated with its own time. */
  'gpsLost',
  /** One quantity (or all of a small station) repeats its last reading; amount: the quantity's number in its list. */
  'stuckSensor',
  /** The device's own clock runs away; amount: seconds a day, negative is slow (default 40). */
  'clockDrift',
  /** The battery cannot hold its charge; amount: percentage points lost an hour (default 12). */
  'lowBattery',
  /** The radio is far or wet; amount: dB lost (default 24). */
  'weakSignal',
  /** Reports are sent twice or more; amount: share of them, 0 … 1 (default 0.4). */
  'duplicateReports',
  /** Reports are kept back and sent in one go; amount: seconds they wait at most (default 600). */
  'lateReports',
  /**
   * Connected, but sends nothing: no position, reading, alarm, heartbeat or live picture; readings meanwhile are lost.
   */
  'silent',
  /** Occupied: parameters are neither answered nor taken. */
  'busy',
  /** It answers parameters with a fault. */
  'paramFault',
  /** A channel is gone while the device stays online; amount: the number of the channel (default 1). */
  'channelOffline',
] as const
export type DeviceFault = (typeof DEVICE_FAULTS)[number]

/** Settings of a device that can be changed remotely. Numbers; a kind ignores those it does not know. */
export const DEVICE_SETTINGS = {
  /** Seconds between a station's realtime reports (HJ 212 RtdInterval). */
  realtimeSeconds: { min: 30, max: 3600 },
  /** Seconds between a moving device's positions (JT/T 808 parameter 0x0029). */
  reportSeconds: { min: 1, max: 3600 },
  /** Above this a terminal reports overspeed, km/h (JT/T 808 parameter 0x0055). */
  topSpeedKmh: { min: 10, max: 200 },
  /** Alarm outputs (siren, relay), 0 off or 1 on. */
  output1: { min: 0, max: 1 },
  output2: { min: 0, max: 1 },
} as const satisfies Record<string, { min: number; max: number }>
export type DeviceSetting = keyof typeof DEVICE_SETTINGS
