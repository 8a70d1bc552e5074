/** What can be listened to. Nothing here needs a schema: pages take these lists as they are. */

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
