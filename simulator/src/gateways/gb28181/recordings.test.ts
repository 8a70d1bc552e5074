import { createSocket } from 'node:dgram'
import { expect, it } from 'vitest'
import type { PulledPlayback } from '../../media/pulled-track.ts'
import type { IncomingRequest, SipDialog } from '../../sip/sip-calls.ts'
import type { ManscdpMessage, ManscdpOf } from '../../wire/gb28181/manscdp-message.ts'
import { readMansrtsp } from '../../wire/gb28181/mansrtsp.ts'
import { writeManscdp } from '../../wire/gb28181/write-manscdp.ts'
import { headerValue } from '../../wire/sip/sip-message.ts'
import { cameraId, DEVICE, gatewayRig } from './gateway-rig.test-support.ts'

const CAMERA = cameraId(1)
const DAY_MS = Date.UTC(2026, 10, 26)
const MINUTE_MS = 60_000

type RecordAnswer = (
  query: ManscdpOf<'recordQuery'>,
  page: (from: number, to: number) => ManscdpMessage,
) => ManscdpMessage[]

/** A registered camera; `answer` lists its recordings of a minute each, `refuses` says what control it refuses. */
async function camera(answer: RecordAnswer = () => [], refuses: (method: string) => boolean = () => false) {
  const rig = gatewayRig()
  const seen: string[] = []
  const calls: { incoming: IncomingRequest; dialog: SipDialog; sdp: string }[] = []
  const device = rig.device({
    answer(message) {
      if (message.kind === 'catalogQuery')
        return [
          {
            kind: 'catalogResponse',
            sn: message.sn,
            deviceId: DEVICE,
            sumNum: 1,
            items: [{ deviceId: CAMERA }],
          },
        ]
      if (message.kind !== 'recordQuery') return []
      return answer(message, (from, to) => ({
        kind: 'recordResponse',
        sn: message.sn,
        deviceId: CAMERA,
        sumNum: 5,
        items: Array.from({ length: to - from }, (_, i) => ({
          deviceId: CAMERA,
          startTime: DAY_MS + (from + i) * MINUTE_MS,
          endTime: DAY_MS + (from + i + 1) * MINUTE_MS,
          fileSizeBytes: 1000,
        })),
      }))
    },
    invite(incoming) {
      const sdp = new TextDecoder().decode(incoming.request.body)
      const body = Buffer.from(sdp.replace('recvonly', 'sendonly').replace('s=Playback', 's=Play'))
      const headers = [
        device.endpoint.contact(CAMERA, 'udp'),
        { name: 'Content-Type', value: 'application/sdp' },
      ]
      const dialog = incoming.accept(
        { headers, body },
        {
          request(inside) {
            const read = readMansrtsp(inside.request.body)
            if (!read.ok || read.value.kind !== 'request') throw new Error('no MANSRTSP')
            const { method, scale, range } = read.value
            const isRefused = refuses(method)
            seen.push(
              [method, scale, range && `${range.start}-`].filter((part) => part !== undefined).join(' '),
            )
            inside.respond(isRefused ? 488 : 200)
          },
          ended: (reason) => void seen.push(reason),
        },
      )
      calls.push({ incoming, dialog: dialog!, sdp })
    },
  })
  await rig.settled(device.register())
  await rig.pass(1000)
  const ends: string[] = []
  const play = async (more: { positionMs?: number; speed?: number } = {}): Promise<PulledPlayback> => {
    const wish = {
      sn: DEVICE,
      chnId: 1,
      positionMs: DAY_MS,
      speed: 1,
      endOf: () => DAY_MS + 5 * MINUTE_MS,
      ...more,
    }
    const playback = rig.gateway.playback(wish, {
      tag: () => undefined,
      ended: () => void ends.push('ended'),
    })
    // Its port is bound by the system.
    while (calls.length === 0) await rig.pass(50)
    await rig.pass(200)
    return playback
  }
  return { rig, device, seen, calls, ends, play }
}

it('lists the recordings of pages in any order, and asks once more when one is lost', async () => {
  let tries = 0
  const { rig } = await camera((_query, page) => (tries++ === 0 ? [page(2, 4)] : [page(4, 5), page(0, 2)]))
  await using _ = rig
  const list = rig.gateway.recordings(DEVICE, 1, DAY_MS, DAY_MS + 3_600_000)
  const files = await rig.settled(list, 30_000)
  expect(files).toEqual(
    Array.from({ length: 5 }, (_one, i) => ({
      startMs: DAY_MS + i * MINUTE_MS,
      endMs: DAY_MS + (i + 1) * MINUTE_MS,
      sizeBytes: 1000,
    })),
  )
  expect(tries).toBe(2)
})

it('lists what came of a list that stays incomplete, and none of a device that is silent', async () => {
  const partly = await camera((_query, page) => [page(0, 3)])
  await using one = partly.rig
  expect(
    await one.settled(one.gateway.recordings(DEVICE, 1, DAY_MS, DAY_MS + 3_600_000), 40_000),
  ).toHaveLength(3)
  expect(one.gateway.fault(DEVICE)).toMatchObject({ code: 'recordings' })
  const silent = await camera()
  await using other = silent.rig
  const refused = other.gateway
    .recordings(DEVICE, 1, DAY_MS, DAY_MS + 3_600_000)
    .catch((error: Error) => error.message)
  expect(await other.settled(refused, 40_000)).toBe('The device does not list its recordings.')
})

it('lists nothing when the device has nothing, and leaves out what is outside the span', async () => {
  const { rig } = await camera((query, page) => {
    if (query.startTime! > DAY_MS)
      return [{ kind: 'recordResponse', sn: query.sn, deviceId: CAMERA, sumNum: 0 }]
    return [page(0, 5)]
  })
  await using _ = rig
  const later = rig.gateway.recordings(DEVICE, 1, DAY_MS + 3_600_000, DAY_MS + 7_200_000)
  expect(await rig.settled(later)).toEqual([])
  const some = rig.gateway.recordings(DEVICE, 1, DAY_MS, DAY_MS + 2 * MINUTE_MS)
  expect(await rig.settled(some)).toHaveLength(2)
})

it('invites for a span of recordings, and controls speed, pause and place', async () => {
  const { rig, seen, calls, play } = await camera()
  await using _ = rig
  const playback = await play({ positionMs: DAY_MS + 500, speed: 2 })
  const { sdp, incoming } = calls[0]!
  expect(sdp).toContain('s=Playback')
  expect(sdp).toContain(`u=${CAMERA}:0`)
  expect(sdp).toContain(`t=${DAY_MS / 1000} ${DAY_MS / 1000 + 300}`)
  // The first digit of the SSRC of a recording is 1.
  expect(sdp).toMatch(/y=1\d{9}/)
  expect(headerValue(incoming.request, 'Subject')).toMatch(new RegExp(`^${CAMERA}:1\\d{9},`))
  expect(seen).toEqual(['PLAY 2'])
  await rig.settled(playback.pause())
  await rig.settled(playback.resume(2))
  await rig.settled(playback.resume(4))
  await rig.settled(playback.seek(DAY_MS + 90_000))
  expect(seen.slice(1)).toEqual(['PAUSE', 'PLAY now-', 'PLAY 4', 'PLAY 90-'])
  playback.stop()
  await rig.pass(200)
  expect(seen.at(-1)).toBe('bye')
  expect(rig.gateway.streams()).toBe(0)
})

it('calls anew for a place before the one where it began, and for one that the device refuses', async () => {
  const { rig, seen, calls, play } = await camera(undefined, (method) => method === 'PLAY')
  await using _ = rig
  const playback = await play({ positionMs: DAY_MS + MINUTE_MS })
  void playback.seek(DAY_MS)
  while (calls.length < 2) await rig.pass(50)
  await rig.pass(200)
  expect(calls[1]!.sdp).toContain(`t=${DAY_MS / 1000} `)
  void playback.seek(DAY_MS + 2 * MINUTE_MS)
  while (calls.length < 3) await rig.pass(50)
  await rig.pass(200)
  expect(calls[2]!.sdp).toContain(`t=${DAY_MS / 1000 + 120} `)
  expect(seen).toEqual(['bye', 'PLAY 120-', 'bye'])
  playback.stop()
})

it.each(['in the call', 'by the channel', 'by the device'])(
  'ends when the recording has ended, told %s',
  async (way) => {
    const { rig, device, seen, calls, ends, play } = await camera()
    await using _ = rig
    await play()
    const status = {
      kind: 'mediaStatus',
      sn: 9,
      deviceId: way === 'by the device' ? DEVICE : CAMERA,
      notifyType: 121,
    } as const
    if (way === 'in the call') {
      const headers = [{ name: 'Content-Type', value: 'Application/MANSCDP+xml' }]
      const events = { answered: () => undefined, failed: () => undefined }
      calls[0]!.dialog.request('MESSAGE', { headers, body: writeManscdp(status) }, events)
    } else await rig.settled(device.say(status))
    await rig.pass(300)
    expect(ends).toEqual(['ended'])
    expect(seen).toEqual(['bye'])
    expect(rig.gateway.fault(DEVICE)).toBeUndefined()
  },
)

it('ends when a playing device falls silent, but not while it is paused', async () => {
  const { rig, ends, play } = await camera()
  await using _ = rig
  const playback = await play()
  await rig.settled(playback.pause())
  await rig.pass(30_000)
  expect(ends).toEqual([])
  await rig.settled(playback.resume(1))
  // No packet has come: the first one may take 30 s.
  await rig.pass(25_000)
  expect(ends).toEqual([])
  await rig.pass(7000)
  expect(ends).toEqual(['ended'])
  expect(rig.gateway.fault(DEVICE)).toMatchObject({ code: 'silent' })
})

it('a call that fails lets go of its port and its number', async () => {
  const rig = gatewayRig()
  await using _ = rig
  let media = 0
  const device = rig.device({
    answer: (message) =>
      message.kind === 'catalogQuery'
        ? [
            {
              kind: 'catalogResponse',
              sn: message.sn,
              deviceId: DEVICE,
              sumNum: 1,
              items: [{ deviceId: CAMERA }],
            },
          ]
        : [],
    invite(incoming) {
      media = Number(/m=video (\d+)/.exec(new TextDecoder().decode(incoming.request.body))?.[1])
      incoming.respond(486)
    },
  })
  await rig.settled(device.register())
  await rig.pass(1000)
  const events = { tag: () => undefined, end: () => undefined }
  const opening = rig.gateway
    .play({ sn: DEVICE, chnId: 1, streamType: 'main' }, events)
    .catch((error: Error) => error.message)
  while (media === 0) await rig.pass(50)
  expect(await rig.settled(opening)).toBe('The device refuses the picture: 486 Busy Here')
  expect(rig.gateway.streams()).toBe(0)
  expect(rig.gateway.fault(DEVICE)).toMatchObject({ code: 'refused', detail: '486 Busy Here' })
  const socket = createSocket('udp4')
  await new Promise<void>((resolve) => socket.bind(media, '127.0.0.1', resolve))
  socket.close()
})
