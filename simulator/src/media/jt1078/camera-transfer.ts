/** A stream on its way from a terminal to a media server, in packets of JT/T 1078. */
import type { HostClock } from '../../kernel/clock.ts'
import { kindOf } from '../../wire/flv/flv-tag.ts'
import { DATA_TYPES, isVideo } from '../../wire/jt1078/payload-types.ts'
import type { SimBytes } from '../../wire/jt1078/rtp-packet.ts'
import { createRtpPacketizer, type RtpFrame } from '../../wire/jt1078/rtp-packetizer.ts'
import { createTagFrames } from '../../wire/jt1078/tag-frames.ts'
import type { Fanout, Viewer } from '../stream-fanout.ts'
import { type CameraLink, type LinkTarget, openCameraLink } from './camera-link.ts'

/** Who sends: digits of the phone number, in the bytes of its edition, and the channel. */
export type TransferHead = { sim: string; simBytes: SimBytes; channel: number }

/** Picture or sound, or both. */
export type TransferParts = { picture: boolean; sound: boolean }

/** A stream, live or recorded, that somebody asks for. */
export type TransferSource = { fanout: Fanout; touch(): void }

export type CameraTransfer = {
  /** Sends the pictures and sounds of a stream from its next key picture on, in place of those of another. */
  play(source: TransferSource): void
  /** Sends a frame of its own; a server that does not read misses it. */
  sendFrame(frame: RtpFrame): void
  choose(parts: Partial<TransferParts>): void
  /** Key pictures alone, or all. */
  onlyKeys(isOn: boolean): void
  pause(): void
  resume(): void
  /** Ends it; what was sent before still goes out. */
  close(): void
}

/** Bytes of its own frames that wait for a slow server; more frames are left out. */
const BUFFERED_MOST = 32_768

export function createCameraTransfer(deps: {
  head: TransferHead
  parts: TransferParts
  hostClock: HostClock
  /** Where it goes; undefined: nowhere, it ends. */
  target: Promise<LinkTarget | undefined>
  /** Bytes of the server. */
  received?(bytes: Uint8Array): void
  /** It has ended, not by `close`. */
  ended(): void
}): CameraTransfer {
  const packetsOf = createRtpPacketizer(deps.head)
  const parts = { ...deps.parts }
  let link: CameraLink | undefined
  let isOpen = false
  let isUdp = false
  let isClosed = false
  let isPaused = false
  let keysOnly = false
  /** Pictures are left out until a key picture comes. */
  let needsKey = true
  let source: TransferSource | undefined
  let seat: Viewer | undefined

  const close = (): void => {
    if (isClosed) return
    isClosed = true
    seat?.leave()
    link?.close()
  }
  const end = (): void => {
    if (isClosed) return
    close()
    deps.ended()
  }
  const join = (): void => {
    if (!source || !isOpen || isClosed) return
    seat?.leave()
    needsKey = true
    const frameOf = createTagFrames()
    source.touch()
    seat = source.fanout.join(
      {
        sendTag(tag) {
          const frame = frameOf(tag)
          if (frame && kindOf(tag) !== 'other') send(frame)
        },
        bufferedBytes: () => link?.bufferedBytes() ?? 0,
        close: end,
      },
      'jt1078',
    )
  }
  const isWanted = ({ dataType }: RtpFrame): boolean => {
    if (isPaused) return false
    if (dataType === DATA_TYPES.audio) return parts.sound && !keysOnly
    if (!isVideo(dataType)) return true
    if (!parts.picture) return false
    if (dataType === DATA_TYPES.iPicture) needsKey = false
    return !needsKey && (!keysOnly || dataType === DATA_TYPES.iPicture)
  }
  const send = (frame: RtpFrame): void => {
    if (!isOpen || isClosed || !isWanted(frame)) return
    const packets = packetsOf(frame)
    link?.send(isUdp && source ? source.fanout.overUdp(parts, packets) : packets)
  }

  void deps.target.then((target) => {
    if (isClosed) return
    if (!target) {
      end()
      return
    }
    isUdp = target.kind === 'udp'
    link = openCameraLink(target, deps.hostClock, {
      open() {
        isOpen = true
        join()
      },
      received: (bytes) => deps.received?.(bytes),
      ended: end,
    })
  })

  return {
    play(next) {
      source = next
      join()
    },
    sendFrame(frame) {
      if (link && link.bufferedBytes() <= BUFFERED_MOST) send(frame)
    },
    choose(chosen) {
      if (chosen.picture && !parts.picture) needsKey = true
      Object.assign(parts, chosen)
    },
    onlyKeys(isOn) {
      if (keysOnly && !isOn) needsKey = true
      keysOnly = isOn
    },
    pause() {
      isPaused = true
    },
    resume() {
      if (isPaused) needsKey = true
      isPaused = false
    },
    close,
  }
}
