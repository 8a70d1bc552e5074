// Streams without a browser: the cost of sixteen drawn ones, and viewers of FLV compared with node-media-server's own
// HTTP side.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { controlPublishKey } from '@backlot/contract/control/device-calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { control } from '../../testing/control.ts'
import { launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { freePort } from '../../tests/servers/free-port.ts'
import { startProgram } from './child-server.ts'
import { coresOver, cpuSeconds, residentBytes } from './process-use.ts'
import { type Finding, median } from './report.ts'
import { sized } from './size.ts'
import { openViewers, workingCameras } from './stream-viewers.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const FIXTURES = fileURLToPath(new URL('../../fixtures/media/', import.meta.url))
const STREAMS = sized(16, 2)
const ROUNDS = sized(5, 1)
const SLICE_MS = sized(2000, 1000)
const PAIR_VIEWERS = 20
const CROWD_MS = sized(8000, 1000)
const DRAWN_MS = sized(15_000, 2000)
const CROWD_EACH = sized(63, 2)
const STALLED = sized(60, 2)
const MB = 2 ** 20

export async function benchStreams(): Promise<Finding[]> {
  return [...(await measureScenes()), ...(await measureViewers())]
}

/** Sixteen drawn streams with one viewer each. */
async function measureScenes(): Promise<Finding[]> {
  await using simulator = await launchSimulator()
  const operator = await Operator.signIn(simulator.url)
  const cameras = (await workingCameras(simulator.url)).slice(0, STREAMS)
  await delay(3000)
  const [idle] = await coresOver([simulator.pid], 4000)
  await using viewers = openViewers()
  const urls: string[] = []
  for (const sn of cameras) {
    const { httpUrl } = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
    urls.push(new URL(httpUrl, simulator.url).href)
  }
  await viewers.tell({ open: urls, each: 1, check: true })
  await delay(sized(6000, 2000))
  const before = await viewers.tell({ count: true })
  const [busy] = await coresOver([simulator.pid], DRAWN_MS)
  const after = await viewers.tell({ count: true })
  const scene = busy!.threads - idle!.threads
  const encode = busy!.children - idle!.children
  const mux = busy!.main - idle!.main
  const all = scene + encode + mux
  const part = (cores: number) => `${((cores * 100) / all).toFixed(0)} %`
  const pictures = (after.pictures - before.pictures) / (DRAWN_MS / 1000)
  return [
    {
      name: 'sixteen drawn streams, 640×360 at 12 a second',
      value: `${all.toFixed(3)} of a core, ${((all * 1000) / STREAMS).toFixed(0)} ms of a second each (${pictures.toFixed(0)} pictures/s in all)`,
      goal: '< 0.7 of a core',
      holds: all < 0.7,
    },
    { name: 'of that: drawing, encoding, the rest', value: `${part(scene)}, ${part(encode)}, ${part(mux)}` },
  ]
}

/** The same sixteen published streams, with sound, on both servers. */
async function measureViewers(): Promise<Finding[]> {
  await using simulator = await launchSimulator(['--encoder-budget', '0'])
  const operator = await Operator.signIn(simulator.url)
  const cameras = (await workingCameras(simulator.url)).slice(0, STREAMS)
  const rtmpPort = await freePort()
  await using nms = await startProgram('nms-http.mjs', (port) => [String(rtmpPort), String(port)])
  const publishers: ChildProcess[] = []
  const folder = mkdtempSync(join(tmpdir(), 'backlot-streams-'))
  try {
    const [ours, theirs]: [string[], string[]] = [[], []]
    for (const [i, sn] of cameras.entries()) {
      const { url } = await control(simulator.url, controlPublishKey, { body: { sn, chnId: 1 } })
      publishers.push(publish(url), publish(`rtmp://127.0.0.1:${rtmpPort}/live/cam${i}`))
      theirs.push(`http://127.0.0.1:${nms.port}/live/cam${i}.flv`)
    }
    await delay(5000)
    for (const sn of cameras) {
      const live = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
      if (live.source !== 'published') throw new Error(`${sn} shows ${live.source}`)
      ours.push(new URL(live.httpUrl, simulator.url).href)
    }
    const pair = await measurePair(simulator.pid, nms.pid, ours, theirs)
    const crowd = await measureCrowd(simulator.pid, ours)
    const stalled = await measureStalled(simulator, operator, cameras[0] as string, folder, publishers)
    return [pair, crowd, stalled]
  } finally {
    for (const publisher of publishers) publisher.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measurePair(
  ourPid: number,
  theirPid: number,
  ours: string[],
  theirs: string[],
): Promise<Finding> {
  const idleOurs = cpuSeconds(ourPid)
  const idleTheirs = cpuSeconds(theirPid)
  await delay(4000)
  const ingest = [(cpuSeconds(ourPid) - idleOurs) / 4, (cpuSeconds(theirPid) - idleTheirs) / 4] as const
  await using ourViewers = openViewers()
  await using theirViewers = openViewers()
  await Promise.all([
    ourViewers.tell({ open: ours, each: PAIR_VIEWERS }),
    theirViewers.tell({ open: theirs, each: PAIR_VIEWERS }),
  ])
  await delay(2000)
  const rates: [number, number][] = []
  const start = await Promise.all([ourViewers.tell({ count: true }), theirViewers.tell({ count: true })])
  for (let round = 0; round < ROUNDS; round++) {
    const before = [cpuSeconds(ourPid), cpuSeconds(theirPid)] as const
    const at = performance.now()
    await delay(SLICE_MS)
    const seconds = (performance.now() - at) / 1000
    const spent = [cpuSeconds(ourPid) - before[0], cpuSeconds(theirPid) - before[1]] as const
    // Taking the streams in costs both the same, whatever the viewers: it is left out on both sides.
    const rate = (i: 0 | 1) =>
      (PAIR_VIEWERS * STREAMS * seconds) / Math.max(0.01, spent[i] - ingest[i] * seconds)
    rates.push([rate(0), rate(1)])
  }
  const end = await Promise.all([ourViewers.tell({ count: true }), theirViewers.tell({ count: true })])
  const bytes = [end[0].bytes - start[0].bytes, end[1].bytes - start[1].bytes] as const
  const ratio = median(rates.map(([a, b]) => a / b))
  return {
    name: `viewers of FLV a CPU-second, beside node-media-server's HTTP (${PAIR_VIEWERS * STREAMS} each, sound too)`,
    value: `${ratio.toFixed(1)} times (${median(rates.map(([a]) => a)).toFixed(0)} beside ${median(rates.map(([, b]) => b)).toFixed(0)}; bytes delivered ${(bytes[0] / bytes[1]).toFixed(2)} of theirs; taking the streams in ${ingest[0].toFixed(2)} and ${ingest[1].toFixed(2)} of a core besides)`,
    goal: '≥ 4',
    holds: ratio >= 4,
  }
}

async function measureCrowd(pid: number, urls: string[]): Promise<Finding> {
  await using one = openViewers()
  await using two = openViewers()
  await Promise.all([
    one.tell({ open: urls.slice(0, 8), each: CROWD_EACH, check: true }),
    two.tell({ open: urls.slice(8), each: CROWD_EACH, check: true }),
  ])
  await delay(1000)
  const cpu = cpuSeconds(pid)
  await delay(CROWD_MS)
  const cores = (cpuSeconds(pid) - cpu) / (CROWD_MS / 1000)
  const counts = await Promise.all([one.tell({ count: true }), two.tell({ count: true })])
  const gaps = counts[0].gaps + counts[1].gaps
  const viewers = counts[0].viewers + counts[1].viewers
  const pictures = counts[0].pictures + counts[1].pictures
  return {
    name: `${STREAMS * CROWD_EACH} viewers of sixteen streams from one process`,
    value: `${viewers} there after ${CROWD_MS / 1000} s, ${gaps} gaps in ${pictures} pictures, ${cores.toFixed(2)} of a core`,
    goal: 'no gap',
    holds: gaps === 0 && viewers === STREAMS * CROWD_EACH,
  }
}

/** Viewers that read nothing, of a stream so fat that the system's own buffers are soon full. */
async function measureStalled(
  simulator: { url: string; pid: number },
  operator: Operator,
  sn: string,
  folder: string,
  publishers: ChildProcess[],
): Promise<Finding> {
  const fat = join(folder, 'fat.flv')
  execFileSync(FFMPEG, [
    ...[
      '-loglevel',
      'error',
      '-f',
      'lavfi',
      '-i',
      'nullsrc=s=640x360:r=12,geq=random(1)*255:128:128',
      '-t',
      '4',
    ],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '24', '-b:v', '24M', fat],
  ])
  const { url } = await control(simulator.url, controlPublishKey, { body: { sn, chnId: 1 } })
  for (const publisher of publishers.splice(0, 1)) publisher.kill('SIGKILL')
  await delay(1500)
  publishers.push(publish(url, [fat]))
  await delay(3000)
  const live = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'sub' } })
  await using viewers = openViewers()
  const before = residentBytes(simulator.pid) / MB
  await viewers.tell({ open: [new URL(live.httpUrl, simulator.url).href], each: STALLED, stalled: true })
  let most = before
  for (let i = 0; i < sized(80, 5); i++) {
    await delay(200)
    most = Math.max(most, residentBytes(simulator.pid) / MB)
  }
  const each = (most - before) / STALLED
  return {
    name: `memory for each of ${STALLED} viewers that stall`,
    value: `${each.toFixed(2)} MB at most, within 16 s`,
    goal: '≤ 1 MB',
    holds: each <= 1,
  }
}

/** A device that sends the same minute over and over. */
function publish(url: string, files = [`${FIXTURES}clip-day.flv`, `${FIXTURES}ambience.flv`]): ChildProcess {
  const inputs = files.flatMap((file) => ['-re', '-stream_loop', '-1', '-i', file])
  const maps = files.flatMap((_, i) => ['-map', `${i}:${i === 0 ? 'v' : 'a'}`])
  const args = ['-loglevel', 'quiet', '-nostdin', ...inputs, ...maps, '-c', 'copy', '-f', 'flv', url]
  return spawn(FFMPEG, args, { stdio: 'ignore' })
}
