// Lets devices report once a second: node wheel-run.mjs wheel|timers DEVICES SECONDS. Answers a WheelRun over IPC.
import { createGpsWheel, WHEEL_PARTS } from '@backlot/simulator/fleet/gps-wheel'

const [kind, devicesText, secondsText] = process.argv.slice(2)
const devices = Number(devicesText)
const seconds = Number(secondsText)
const STEP_MS = 100

const held = () => {
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
const before = held()

/** State of a device besides its place in the wheel: its last position (longitude, latitude, speed), and when. */
const FIELDS = 4
const fixes = new Float64Array(devices * FIELDS)
const entity = new Uint32Array(devices)
for (let i = 0; i < devices; i++) entity[i] = Math.imul(i + 1, 0x9e37_79b1)

let reports = 0
let lateMs = 0
let cpu
let bytesEach = 0
const report = (i, atMs) => {
  const at = i * FIELDS
  fixes[at] += 1e-6
  fixes[at + 1] += 1e-6
  fixes[at + 2] = at & 63
  fixes[at + 3] = atMs
  reports++
}

if (kind === 'wheel') {
  const wheel = createGpsWheel(7, devices)
  for (let i = 0; i < devices; i++) wheel.add(i, entity[i], 'busy')
  let reachedMs = Date.now()
  begin()
  const timer = setInterval(() => {
    const nowMs = Date.now()
    lateMs = Math.max(lateMs, nowMs - reachedMs - STEP_MS)
    for (let part = 0; part < WHEEL_PARTS; part++) {
      wheel.forDue(part, reachedMs, nowMs, (i) => report(i, nowMs))
    }
    reachedMs = nowMs
  }, STEP_MS)
  setTimeout(() => end(() => clearInterval(timer)), seconds * 1000)
} else {
  const startMs = Date.now()
  const dueMs = new Float64Array(devices)
  for (let i = 0; i < devices; i++) {
    dueMs[i] = startMs + 1000 + (i % 1000)
    setTimeout(
      function tell() {
        const nowMs = Date.now()
        lateMs = Math.max(lateMs, nowMs - dueMs[i])
        dueMs[i] += 1000
        report(i, nowMs)
        setTimeout(tell, Math.max(1, dueMs[i] - nowMs))
      },
      1000 + (i % 1000),
    )
  }
  setTimeout(begin, Math.max(1, startMs + 1000 - Date.now()))
  setTimeout(() => end(() => {}), Math.max(1, startMs + 1000 - Date.now()) + seconds * 1000)
}

function begin() {
  bytesEach = (held() - before) / devices
  cpu = process.cpuUsage()
  reports = 0
  lateMs = 0
}

function end(stop) {
  stop()
  const { user, system } = process.cpuUsage(cpu)
  process.send({ bytesEach, cores: (user + system) / 1e6 / seconds, reports, lateMs }, () => process.exit(0))
}
