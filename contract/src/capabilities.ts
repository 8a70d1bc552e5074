/** System function bits of the platform (stated). A capability is on when its bit is set in `systemFunction`. */
export const CAPABILITY_BITS = {
  videoV1: 1,
  gbtServer: 2,
  iot: 4,
  AMServer: 8,
  workOrder: 16,
  hjt212: 32,
  alarm: 64,
  solarEnergy: 128,
  agriculture: 256,
  gasSeneor: 512,
  aiarm: 1024,
  'iot-video': 2048,
  onvif: 4096,
  snapshot: 8192,
  jt808: 16384,
} as const

/** `video` is derived: on when videoV1, gbtServer or iot-video is. */
export type Capability = keyof typeof CAPABILITY_BITS | 'video'

export const ALL_CAPABILITIES = 32767

/** Whether `mask` carries `capability`. */
export function hasCapability(mask: number, capability: Capability): boolean {
  if (capability === 'video') {
    return (mask & (CAPABILITY_BITS.videoV1 | CAPABILITY_BITS.gbtServer | CAPABILITY_BITS['iot-video'])) !== 0
  }
  return (mask & CAPABILITY_BITS[capability]) !== 0
}

/** Abilities of a device (stated bit mask on a tree node). */
export const ABILITY_BITS = {
  video: 1,
  hjt212: 2,
  alarm: 4,
  meeting: 8,
  gps: 16,
  cis: 32,
  acquisition: 64,
  /** A further sensor kind (solar, agriculture, gas). */
  sensor: 128,
  ai: 256,
} as const
export type Ability = keyof typeof ABILITY_BITS

export function hasAbility(mask: number, ability: Ability): boolean {
  return (mask & ABILITY_BITS[ability]) !== 0
}
