/** Choices of live events. Nothing here needs a schema: pages use these lists directly. */

export const EVENT_KINDS = [
  'alarm',
  'device',
  'command',
  'fault',
  'clock',
  'weather',
  'storm',
  'fleet',
  'scenario',
  'platform',
] as const
