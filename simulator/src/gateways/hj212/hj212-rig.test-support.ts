/** A gateway on a free port and minimal stations, for tests; everything opened is closed after each test. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pino } from 'pino'
import { afterEach } from 'vitest'
import { createHostClock } from '../../timeline/host-clock.ts'
import { createFrameReader } from '../../wire/hj212/frame-reader.ts'
import type { Packet } from '../../wire/hj212/packet.ts'
import { writeFrame } from '../../wire/hj212/write-packet.ts'
import type { DeviceIngest } from '../ingest.ts'
import { recordingIngest } from '../recording-ingest.test-support.ts'
import { createHj212Gateway, type Hj212GatewayDeps } from './create-hj212-gateway.ts'

export const hostClock = createHostClock()
export const platformClock = {
  now: () => Date.now(),
  rate: () => 1,
  epoch: () => 1,
  zoneMinutes: 480,
  onChange: () => () => {},
}

/** A realtime upload of a station, without its frame. */
export const upload = (
  mn: string,
  {
    qn = '20261120080000001',
    flag = 5,
    pw = '123456',
    cp = 'DataTime=20261120080000;a34004-Rtd=12.5,a34004-Flag=N',
  } = {},
) => `QN=${qn};ST=22;CN=2011;PW=${pw};MN=${mn};Flag=${flag};CP=&&${cp}&&`

export function hj212Rig() {
  const ends: (() => unknown)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  /** Ends something with the test. */
  const defer = (end: () => unknown) => void ends.push(end)

  async function open(more: Partial<Hj212GatewayDeps> = {}) {
    const heard = listeningIngest()
    const gateway = await createHj212Gateway({
      host: '127.0.0.1',
      port: 0,
      ingest: heard.ingest,
      hostClock,
      platformClock,
      log: pino({ level: 'silent' }),
      ...more,
    })
    defer(() => gateway[Symbol.asyncDispose]())
    return { gateway, ...heard }
  }

  /** A minimal station: sends given packets and collects received ones. */
  async function station(port: number) {
    const socket: Socket = connect(port, '127.0.0.1')
    const packets: Packet[] = []
    const frames: string[] = []
    const problems: string[] = []
    const reader = createFrameReader({
      packet(packet, frame) {
        packets.push(packet)
        frames.push(frame)
      },
      problem(problem) {
        problems.push(problem.code)
      },
    })
    let closed = false
    socket.on('data', (chunk: Buffer) => reader.push(chunk))
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      closed = true
    })
    await once(socket, 'connect')
    defer(() => socket.destroy())
    return {
      socket,
      packets,
      frames,
      problems,
      isClosed: () => closed,
      say: (segment: string) => socket.write(writeFrame(segment)),
    }
  }

  return { open, station, defer }
}

/** Stations whose MN begins with X are unknown to the platform; those with OWN are its own. */
function listeningIngest() {
  const heard = recordingIngest()
  const { ingest } = heard
  return {
    ...heard,
    ingest: {
      ...ingest,
      admit: (claim) =>
        claim.sn.startsWith('X') ? Promise.resolve({ refused: 'unknown' }) : ingest.admit(claim, 0),
      isOwnPlace: (sn) => sn.startsWith('OWN'),
    } satisfies DeviceIngest,
  }
}
