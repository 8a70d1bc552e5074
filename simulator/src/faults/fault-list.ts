import { channelCut } from './channel-cut.ts'
import { channelDelay } from './channel-delay.ts'
import { channelDrop } from './channel-drop.ts'
import { channelDuplicate } from './channel-duplicate.ts'
import { channelGarbage } from './channel-garbage.ts'
import { channelReorder } from './channel-reorder.ts'
import { clockSkew } from './clock-skew.ts'
import { deviceChannelOffline } from './device-channel-offline.ts'
import { deviceFlap } from './device-flap.ts'
import { deviceOffline } from './device-offline.ts'
import { deviceSilence } from './device-silence.ts'
import { deviceTrouble } from './device-trouble.ts'
import { diskFull } from './disk-full.ts'
import type { Fault } from './fault.ts'
import { httpCode } from './http-code.ts'
import { httpLatency } from './http-latency.ts'
import { httpStatus } from './http-status.ts'
import { httpTruncate } from './http-truncate.ts'
import { media404 } from './media-404.ts'
import { mediaBlack } from './media-black.ts'
import { mediaCodec } from './media-codec.ts'
import { mediaCut } from './media-cut.ts'
import { mediaFreeze } from './media-freeze.ts'
import { mediaLateKey } from './media-late-key.ts'
import { mediaStall } from './media-stall.ts'
import { mediaTimeJump } from './media-time-jump.ts'
import { rtpDuplicate } from './rtp-duplicate.ts'
import { rtpLoss } from './rtp-loss.ts'
import { rtpReorder } from './rtp-reorder.ts'
import { sipDelay } from './sip-delay.ts'
import { sipDuplicate } from './sip-duplicate.ts'
import { sipLoss } from './sip-loss.ts'
import { slowDisk } from './slow-disk.ts'
import { wireBadCrc } from './wire-bad-crc.ts'
import { wireReset } from './wire-reset.ts'
import { wireSlow } from './wire-slow.ts'
import { wireSplit } from './wire-split.ts'

/** Every kind of fault. Add yours here and in docs/faults.md. */
export const FAULTS: readonly Fault[] = [
  httpLatency,
  httpCode,
  httpStatus,
  httpTruncate,
  channelCut,
  channelDelay,
  channelDrop,
  channelDuplicate,
  channelReorder,
  channelGarbage,
  deviceOffline,
  deviceFlap,
  deviceSilence,
  deviceChannelOffline,
  deviceTrouble,
  wireBadCrc.fault,
  wireSplit.fault,
  wireSlow.fault,
  wireReset.fault,
  mediaFreeze,
  mediaBlack,
  mediaStall,
  mediaLateKey,
  mediaTimeJump,
  mediaCut,
  mediaCodec,
  media404,
  rtpLoss,
  rtpDuplicate,
  rtpReorder,
  sipLoss,
  sipDuplicate,
  sipDelay,
  diskFull,
  slowDisk,
  clockSkew,
]
