import { channelCut } from './channel-cut.ts'
import { channelDelay } from './channel-delay.ts'
import { channelDrop } from './channel-drop.ts'
import { deviceFlap } from './device-flap.ts'
import { deviceOffline } from './device-offline.ts'
import { deviceSilence } from './device-silence.ts'
import { deviceTrouble } from './device-trouble.ts'
import type { Fault } from './fault.ts'
import { httpCode } from './http-code.ts'
import { httpLatency } from './http-latency.ts'
import { wireBadCrc } from './wire-bad-crc.ts'
import { wireSlow } from './wire-slow.ts'
import { wireSplit } from './wire-split.ts'

/** Every kind of fault. Add yours here and in docs/faults.md. */
export const FAULTS: readonly Fault[] = [
  httpLatency,
  httpCode,
  channelCut,
  channelDelay,
  channelDrop,
  deviceOffline,
  deviceFlap,
  deviceSilence,
  deviceTrouble,
  wireBadCrc,
  wireSplit,
  wireSlow,
]
