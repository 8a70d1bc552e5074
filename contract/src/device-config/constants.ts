/**
 * Configuration of a device. The sections and the enumerations are stated, the fields are assumed. Hours and minutes
 * are of the platform's day.
 */

export const RESOLUTIONS = [
  '3840x2160',
  '2560x1440',
  '1920x1080',
  '1280x720',
  '960x540',
  '848x480',
  '640x360',
] as const
export const BIT_RATE_TYPES = ['constant', 'variable'] as const
export const PICTURE_QUALITIES = ['best', 'better', 'good', 'poor', 'difference'] as const
export const WORK_MODES = ['full', 'lowPower'] as const
export const BATTERY_TYPES = ['lithium', 'lithiumIronPhosphate', 'leadAcid'] as const
export const FILE_TYPES = [
  'video',
  'pushVideo',
  'mediaRecord',
  'deviceTimingCapture',
  'remoteCapture',
  'serverTimingCapture',
] as const
export const EXECUTION_STATES = ['executing', 'completed'] as const
export const UPGRADE_STATES = ['downloading', 'downloadFailed', 'upgrading', 'succeeded', 'failed'] as const

/** Rules, plans and works that a device keeps at most, each (stated). */
export const DEVICE_RULES_MAX = 8

/** In place of a plan's number: the channel is pushed from now on, at all hours (assumed). */
export const PUSH_AT_ONCE = 0

export const PUSH_STATES = ['connecting', 'pushing', 'failed'] as const
/** Why a push fails. `codec`: the platform's ffmpeg cannot push these pictures. `unreachable`: the server could not be reached, or does not take the stream. */
export const PUSH_FAULTS = [
  'deviceOffline',
  'noChannel',
  'noEncoder',
  'tooMany',
  'notAllowed',
  'codec',
  'unreachable',
  'ended',
] as const
