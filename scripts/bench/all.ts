// Runs the benchmarks named on the command line, or all of them. `--smoke`: one small slice of each, to see that it runs.
// Ends with 1 when one cannot run.

import { benchAlarmPage } from './alarm-page.ts'
import { benchAlarmQuery } from './alarm-query.ts'
import { benchArchive } from './archive.ts'
import { benchChannel } from './channel.ts'
import { benchClock } from './clock.ts'
import { benchDetector } from './detector.ts'
import { benchEdge } from './edge.ts'
import { benchFleet } from './fleet.ts'
import { benchGb28181 } from './gb28181.ts'
import { benchHistory } from './history.ts'
import { benchHj212 } from './hj212.ts'
import { benchHttp } from './http.ts'
import { benchLoad } from './load.ts'
import { benchMap } from './map.ts'
import { benchMapPage } from './map-page.ts'
import { benchMemory } from './memory.ts'
import { benchMenu } from './menu.ts'
import { benchPeers } from './peers.ts'
import { benchProfiles } from './profiles.ts'
import { benchReady } from './ready.ts'
import { benchReplay } from './replay.ts'
import { type Finding, printFindings, printMachine } from './report.ts'
import { benchRestore } from './restore.ts'
import { benchReturns } from './returns.ts'
import { benchRtsp } from './rtsp.ts'
import { IS_SMOKE } from './size.ts'
import { benchSizes } from './sizes.ts'
import { benchStart } from './start.ts'
import { benchStaticSimulator } from './static-simulator.ts'
import { benchStorm } from './storm.ts'
import { benchStreams } from './streams.ts'
import { benchTables } from './tables.ts'
import { benchTracks } from './tracks.ts'
import { benchTree } from './tree.ts'
import { benchVideo } from './video.ts'
import { benchWheel } from './wheel.ts'
import { benchWorkers } from './workers.ts'

const BENCHES: readonly { name: string; title: string; run: () => Promise<Finding[]> }[] = [
  { name: 'start', title: 'Start', run: benchStart },
  { name: 'restore', title: 'Restore of a snapshot', run: benchRestore },
  { name: 'ready', title: 'A platform in the process of a test', run: benchReady },
  { name: 'memory', title: 'Memory at rest and after hostile traffic', run: benchMemory },
  { name: 'sizes', title: 'What the console makes a browser load', run: benchSizes },
  { name: 'history', title: 'History by random access', run: benchHistory },
  { name: 'tracks', title: 'A track of 86,400 positions', run: benchTracks },
  { name: 'tables', title: 'Tables of 100,000 rows', run: benchTables },
  { name: 'http', title: 'HTTP', run: benchHttp },
  { name: 'hj212', title: 'HJ 212', run: benchHj212 },
  { name: 'peers', title: 'Peers', run: benchPeers },
  { name: 'detector', title: 'A detector of others in a hundred pictures', run: benchDetector },
  { name: 'wheel', title: 'The wheel: a million devices at 1 Hz', run: benchWheel },
  { name: 'fleet', title: 'A city of 100,000 devices', run: benchFleet },
  { name: 'clock', title: 'The clock at other paces', run: benchClock },
  { name: 'alarm-query', title: 'A million alarms: queries and sums', run: benchAlarmQuery },
  { name: 'archive', title: 'Alarms into PostgreSQL', run: benchArchive },
  { name: 'channel', title: 'The real-time channel', run: benchChannel },
  { name: 'storm', title: 'Storms of alarms with a hundred consoles', run: () => benchStorm() },
  { name: 'returns', title: 'Consoles that come back in a storm', run: benchReturns },
  { name: 'edge', title: 'Consoles over edges', run: benchEdge },
  { name: 'alarm-page', title: 'Storms in an open console page, in Chromium', run: benchAlarmPage },
  { name: 'load', title: 'Virtual operators', run: benchLoad },
  { name: 'video', title: 'Live video in Chromium', run: benchVideo },
  { name: 'replay', title: 'A recording in a static folder', run: benchReplay },
  { name: 'page', title: 'A simulator in a page', run: benchStaticSimulator },
  { name: 'streams', title: 'Streams and their viewers', run: benchStreams },
  { name: 'profiles', title: 'Cameras by how they encode', run: benchProfiles },
  { name: 'workers', title: 'Cameras drawn by workers', run: benchWorkers },
  { name: 'rtsp', title: 'Viewers over RTSP', run: benchRtsp },
  { name: 'gb28181', title: 'Devices and streams of GB/T 28181', run: benchGb28181 },
  { name: 'map', title: 'Markers on a map in Chromium: CPU of the main thread', run: benchMap },
  { name: 'map-page', title: 'The map of the console in Chromium', run: benchMapPage },
  { name: 'menu', title: 'Changes of screens in Chromium', run: benchMenu },
  { name: 'tree', title: 'Tree of 100,000 nodes in Chromium', run: benchTree },
]

const asked = process.argv.slice(2).filter((argument) => argument !== '--smoke')
const unknown = asked.filter((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(
    `No benchmark '${unknown.join("', '")}'. There are: ${BENCHES.map((bench) => bench.name).join(', ')}.`,
  )
  process.exit(1)
}
// A benchmark asks more often than people do.
process.env['BACKLOT_CALL_RATE'] ??= 'off'
printMachine()
let missed = 0
let wrong = 0
for (const bench of BENCHES) {
  if (asked.length > 0 && !asked.includes(bench.name)) continue
  const findings = await bench.run()
  printFindings(bench.title, findings)
  wrong += findings.filter(({ holds, isExact }) => isExact && holds === false).length
  missed += findings.filter((finding) => finding.holds === false).length
}
if (IS_SMOKE) {
  console.log(wrong === 0 ? '\nEvery benchmark runs.' : `\n${wrong} counts are wrong.`)
  process.exit(wrong === 0 ? 0 : 1)
}
console.log(missed === 0 ? '\nEvery goal is met.' : `\n${missed} goals are missed.`)
