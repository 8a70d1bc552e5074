import { expect, it } from 'vitest'
import { kindOf } from '../../wire/flv/flv-tag.ts'
import { createPsMuxer } from '../../wire/mpeg-ps/ps-muxer.ts'
import { nalUnits } from '../../wire/mpeg-ps/ps-streams.test-support.ts'
import type { RtpPacket } from '../../wire/rtp/rtp-packet.ts'
import { createPsToTags } from './ps-to-tags.ts'

/** Packets of pictures with sound of the same times, each pack in pieces; `mark` sets the markers. */
function packetsOf(pictures: number, mark: (isLast: boolean) => boolean): RtpPacket[] {
  const muxer = createPsMuxer({ video: 'h264', audio: 'pcma' })
  return Array.from({ length: pictures }, (_, i) => {
    const pts = 90_000 + i * 3600
    const packs = [
      muxer.video(nalUnits('h264', i % 10 === 0, 900), { pts }),
      muxer.audio(new Uint8Array(320), pts),
    ]
    return packs.flatMap((pack) => {
      const pieces = [pack.subarray(0, 400), pack.subarray(400, 800), pack.subarray(800)]
      const there = pieces.filter(({ length }) => length > 0)
      return there.map((payload, n) => ({
        payloadType: 96,
        marker: mark(n === there.length - 1),
        sequence: 0,
        timestamp: pts,
        ssrc: 1,
        extension: undefined,
        payload,
      }))
    })
  }).flat()
}
const picturesAfterEach = (packets: readonly RtpPacket[]) => {
  const toTags = createPsToTags()
  let count = 0
  return packets.map((packet) => {
    count += toTags.add(packet, false).filter((tag) => ['key', 'video'].includes(kindOf(tag))).length
    return count
  })
}

it('a picture is there with its last packet once markers have proved right, before that with the next one', () => {
  const packets = packetsOf(20, (isLast) => isLast)
  const counts = picturesAfterEach(packets)
  // Each picture has three packets, its sound one.
  expect(counts[2]).toBe(0)
  expect(counts[4 * 10 + 2]).toBe(11)
  expect(counts.at(-1)).toBe(20)
})

it('markers on every packet are not believed: no picture is cut', () => {
  const counts = picturesAfterEach(packetsOf(20, () => true))
  expect(counts.at(-1)).toBe(19)
})

it('after a loss it goes on with the next pack, and the codec stays known without a map', () => {
  const toTags = createPsToTags()
  const packets = packetsOf(20, (isLast) => isLast)
  const kinds = packets
    // A part of the sixth picture is missing; no map comes before the eleventh.
    .filter((_, i) => i !== 21)
    .flatMap((packet, i) => toTags.add(packet, i === 21))
    .map(kindOf)
  expect(kinds.filter((kind) => kind === 'key')).toHaveLength(2)
  expect(kinds.filter((kind) => kind === 'video')).toHaveLength(17)
})
