// A side of the HJ 212 bench: node hj212-gateway.mjs gateway|count [STATIONS]. Prints its port; over IPC 'stats'
// answers {packets, problems}. `gateway` is Backlot's with all that the platform puts behind it (directory, store,
// device log, wire tap), which knows that many stations; `count` only counts line ends.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { openStore } from '@backlot/simulator/composition/store/open-store'
import { createIngest } from '@backlot/simulator/composition/wires/create-ingest'
import { loggedIngest } from '@backlot/simulator/composition/wires/logged-ingest'
import { openForeignDevices } from '@backlot/simulator/composition/wires/open-foreign-devices'
import { createDirectory } from '@backlot/simulator/fleet/directory'
import { createHj212Gateway } from '@backlot/simulator/gateways/hj212/create-hj212-gateway'
import { createWireTap } from '@backlot/simulator/gateways/wire-tap'
import { createDisposal } from '@backlot/simulator/kernel/disposal'
import { createHostClock } from '@backlot/simulator/timeline/host-clock'
import { createPlatformClock } from '@backlot/simulator/timeline/platform-clock'
import { unitRulesOf } from '@backlot/simulator/wire/hj212/unit-overrides'
import { pino } from 'pino'

const [kind, stationsText = '0'] = process.argv.slice(2)
const { port, stats, end } = await (kind === 'count' ? countOnly() : platform(Number(stationsText)))
console.log(port)
process.on('message', () => process.send(stats()))
process.on('disconnect', async () => {
  await end()
  process.exit(0)
})

async function countOnly() {
  let packets = 0
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) packets++
    })
  })
  await new Promise((resolve) => server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, resolve))
  return { port: server.address().port, stats: () => ({ packets, problems: 0 }), end: () => {} }
}

async function platform(stations) {
  const disposal = createDisposal()
  const folder = mkdtempSync(join(tmpdir(), 'backlot-bench-'))
  disposal.defer(() => rmSync(folder, { recursive: true, force: true }))
  const fail = (error) => {
    throw error
  }
  const log = pino({ level: 'error' })
  const host = createHostClock()
  const store = disposal.use(await openStore(join(folder, 'backlot.db'), fail, { now: () => host.now() }))
  const clock = createPlatformClock({ host, zoneMinutes: 480, lastEpoch: 0, keep: () => {} })
  const directory = createDirectory(7)
  const group = directory.addGroup(0, { zh: '站', en: 'Stations' })
  for (let i = 0; i < stations; i++) directory.addDevice(station(i, group.id))
  const publisher = { moved() {}, treeChanged() {} }
  const deps = { store, directory, publisher, clock, host, log }
  const foreign = openForeignDevices(deps, disposal)
  const ingest = createIngest({ ...deps, foreign, discover: true }, disposal)
  const logs = { device() {} }
  const gateway = disposal.use(
    await createHj212Gateway({
      host: '127.0.0.1',
      port: 0,
      ingest: createWireTap().of('hj212', loggedIngest(ingest, logs, directory, host)),
      hostClock: host,
      platformClock: clock,
      log,
      unitsOf: unitRulesOf('field', []),
      // The bench needs more than any station may have.
      limits: { bytesPerSecond: Number.POSITIVE_INFINITY },
    }),
  )
  const problems = () => [...gateway.counters.problems.values()].reduce((sum, n) => sum + n, 0)
  return {
    port: gateway.port,
    stats: () => ({ packets: gateway.counters.packetsIn, problems: problems() }),
    end: () => disposal.end(),
  }
}

function station(i, groupId) {
  const sn = `BENCH${String(i).padStart(19, '0')}`
  const words = { zh: sn, en: sn }
  const place = { x: 0, y: 0, longitude: 116, latitude: 39 }
  const made = { installedAtMs: 0, installAddress: words, installer: words }
  return {
    ...{ sn, kind: 'hj212Station', name: words, groupId, rosterIndex: i, protocolType: PROTOCOL_TYPES.hj212 },
    ...{ ability: 0, isPtz: false, wire: true, ...place, ...made },
  }
}
