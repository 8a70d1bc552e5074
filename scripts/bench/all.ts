// Runs the benchmarks named on the command line, or all of them.
import { benchHistory } from './history.ts'
import { benchHttp } from './http.ts'
import { benchPeers } from './peers.ts'
import { type Finding, printFindings, printMachine } from './report.ts'
import { benchStart } from './start.ts'
import { benchTree } from './tree.ts'
import { benchVideo } from './video.ts'

const BENCHES: readonly { name: string; title: string; run: () => Promise<Finding[]> }[] = [
  { name: 'start', title: 'Start', run: benchStart },
  { name: 'history', title: 'History by random access', run: benchHistory },
  { name: 'http', title: 'HTTP', run: benchHttp },
  { name: 'peers', title: 'Peers', run: benchPeers },
  { name: 'video', title: 'Live video in Chromium', run: benchVideo },
  { name: 'tree', title: 'Tree of 100,000 nodes in Chromium', run: benchTree },
]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0) {
  console.error(
    `No benchmark '${unknown.join("', '")}'. There are: ${BENCHES.map((bench) => bench.name).join(', ')}.`,
  )
  process.exit(1)
}
printMachine()
let missed = 0
for (const bench of BENCHES) {
  if (asked.length > 0 && !asked.includes(bench.name)) continue
  const findings = await bench.run()
  printFindings(bench.title, findings)
  missed += findings.filter((finding) => finding.holds === false).length
}
console.log(missed === 0 ? '\nEvery goal is met.' : `\n${missed} goals are missed.`)
