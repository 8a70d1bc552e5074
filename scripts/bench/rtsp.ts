// A thousand viewers of sixteen streams over RTSP, beside a bare copy loop and beside the platform's own FLV.
import { setTimeout as delay } from 'node:timers/promises'
import { controlDevices } from '@backlot/contract/control/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { startProgram } from './child-server.ts'
import { cpuSeconds } from './process-use.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'
import { openViewers } from './stream-viewers.ts'

const STREAMS = sized(16, 2)
const EACH = sized(63, 2)
const ROUNDS = sized(5, 1)
const SLICE_MS = sized(3000, 1000)
const ACCOUNT = { user: 'admin', password: 'Backlot@2026' }
/** Pace of a clip's pictures, and of AAC frames of 1024 samples at 16 kHz. */
const PICTURES_PER_SECOND = 12
const SOUNDS_PER_SECOND = 16_000 / 1024
/** Bytes of a sound frame with its headers, as they come from ambience.flv. */
const SOUND_BYTES = 200
const SETTLE_MS = sized(4000, 1000)

export async function benchRtsp(): Promise<Finding[]> {
  // Every stream loops a clip: encoding is none of a viewer's cost.
  await using simulator = await launchSimulator(['--no-rtmp', '--encoder-budget', '0'])
  const { list } = await control(simulator.url, controlDevices, { query: { kind: 'camera' } })
  const sns = list.filter(({ online }) => online).map(({ sn }) => sn)
  const operator = await Operator.signIn(simulator.url)
  const flv: string[] = []
  for (const sn of sns) {
    if (flv.length === STREAMS) break
    const asked = await operator.ask(startLiveVideo, { body: { sn, chnId: 1, streamType: 'main' } })
    if (asked.code === 0) flv.push(new URL((asked.data as { httpUrl: string }).httpUrl, simulator.url).href)
  }
  const rtsp = flv.map((url) => ({
    ...ACCOUNT,
    url: `${simulator.rtsp}${new URL(url).pathname.replace(/^\/live|\.flv$/g, '')}`,
  }))

  await using overRtsp = openViewers('rtsp-viewers.mjs')
  await overRtsp.tell({ open: rtsp, each: EACH })
  await delay(SETTLE_MS)
  const before = await overRtsp.tell({ count: true })
  await delay(SLICE_MS)
  const after = await overRtsp.tell({ count: true })
  const perViewer = (after.bytes - before.bytes) / (SLICE_MS / 1000) / (STREAMS * EACH)
  const pictureBytes = Math.round((perViewer - SOUND_BYTES * SOUNDS_PER_SECOND) / PICTURES_PER_SECOND)

  await using bare = await startProgram('bare-copy.mjs', (port) =>
    [port, STREAMS, pictureBytes, PICTURES_PER_SECOND, SOUND_BYTES, SOUNDS_PER_SECOND].map(String),
  )
  await using overBare = openViewers('rtsp-viewers.mjs')
  await overBare.tell({ raw: bare.port, each: STREAMS * EACH })
  await delay(SETTLE_MS)
  // In turns: RTSP beside the copy loop, then the same number of viewers of FLV in its place.
  const [rtspCores, bareCores] = await coresOf(simulator.pid, bare.pid)
  const end = await overRtsp.tell({ count: true })
  await overRtsp[Symbol.asyncDispose]()
  await using overFlv = openViewers('flv-viewers.mjs')
  await overFlv.tell({ open: flv, each: EACH })
  await delay(SETTLE_MS)
  const [flvCores] = await coresOf(simulator.pid, bare.pid)
  await overFlv[Symbol.asyncDispose]()
  await delay(SETTLE_MS)
  const [idle] = await coresOf(simulator.pid, bare.pid)

  const viewers = STREAMS * EACH
  const micros = (cores: number) => `${((cores * 1e6) / viewers).toFixed(0)} µs`
  const ratio = (rtspCores - idle) / bareCores
  return [
    {
      name: `${viewers} RTSP viewers of ${STREAMS} streams over TCP, CPU of a second each beside a bare copy loop`,
      value: `${ratio.toFixed(2)} times (${micros(rtspCores - idle)} beside ${micros(bareCores)}; FLV ${micros(flvCores - idle)})`,
      goal: '≤ 2',
      holds: ratio <= 2,
    },
    {
      name: 'of them: there at the end, and packets lost',
      value: `${end.viewers}, ${end.gaps} of ${end.packets}`,
      goal: 'all, none',
      holds: end.viewers === viewers && end.gaps === 0,
    },
  ]
}

/** Cores that two processes use, the median of some slices. */
async function coresOf(...pids: readonly [number, number]): Promise<[number, number]> {
  const slices: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = pids.map(cpuSeconds)
    const at = performance.now()
    await delay(SLICE_MS)
    const seconds = (performance.now() - at) / 1000
    slices.push(pids.map((pid, i) => (cpuSeconds(pid) - before[i]!) / seconds))
  }
  return [median(slices.map(([ours]) => ours!)), median(slices.map(([, theirs]) => theirs!))]
}
