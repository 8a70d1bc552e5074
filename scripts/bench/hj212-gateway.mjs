// A side of the HJ 212 bench: node hj212-gateway.mjs gateway|count. Prints its port; over IPC 'stats' answers
// {packets, problems, readings}. `gateway` is Backlot's, which reads every packet into the last readings of its
// station; `count` counts the line ends of what comes in and does nothing else.
import { createServer } from 'node:net'
import { createHj212Gateway } from '@backlot/simulator/gateways/hj212/create-hj212-gateway'
import { createLatestReadings } from '@backlot/simulator/gateways/latest-readings'
import { createHostClock } from '@backlot/simulator/timeline/host-clock'
import { pino } from 'pino'

const [kind] = process.argv.slice(2)
let stats = () => ({ packets: 0, problems: 0, readings: 0 })

if (kind === 'count') {
  let packets = 0
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) packets++
    })
  })
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => console.log(server.address().port))
  stats = () => ({ packets, problems: 0, readings: 0 })
} else {
  const latest = createLatestReadings()
  const passwords = new Map()
  let readings = 0
  const intake = {
    admit(claim) {
      passwords.set(claim.sn, claim.password)
      return Promise.resolve({ admitted: { sn: claim.sn } })
    },
    wirePassword: (sn) => passwords.get(sn),
    setWirePassword() {},
    connected() {},
    disconnected() {},
    position() {},
    readings(sn, received) {
      readings += received.rows.length
      latest.take(sn, received, Date.now())
    },
    alarm() {},
    packet() {},
  }
  const gateway = await createHj212Gateway({
    host: '127.0.0.1',
    port: 0,
    intake,
    hostClock: createHostClock(),
    platformClock: {
      now: () => Date.now(),
      rate: () => 1,
      epoch: () => 1,
      zoneMinutes: 480,
      onChange: () => () => {},
    },
    log: pino({ level: 'error' }),
    // The bench asks for more than any station may.
    limits: { bytesPerSecond: Number.POSITIVE_INFINITY },
  })
  console.log(gateway.port)
  stats = () => ({
    packets: gateway.counters.packetsIn,
    problems: [...gateway.counters.problems.values()].reduce((sum, n) => sum + n, 0),
    readings,
  })
}
process.on('message', () => process.send(stats()))
process.on('disconnect', () => process.exit(0))
