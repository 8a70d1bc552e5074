// The other side: node hj212-stations.mjs report PORT COUNT – that many stations that report five quantities once a
// second; … bare PORT COUNT – as many connections, each of which is written the same bytes once a second; node hj212-stations.mjs pour PORT COUNT – that many connections that are written to in turn, as fast as it
// goes. Over IPC 'stats' answers {connected, sent}.
import { connect } from 'node:net'
import { createStationUplink } from '@backlot/simulator/fleet/uplinks/hj212/station-uplink'
import { createWheelClock } from '@backlot/simulator/fleet/uplinks/wheel-clock'
import { createHostClock } from '@backlot/simulator/timeline/host-clock'
import { writeFrame } from '@backlot/simulator/wire/hj212/write-packet'

const [mode, portText, countText] = process.argv.slice(2)
const port = Number(portText)
const count = Number(countText)
const mnOf = (i) => `BENCH${String(i).padStart(19, '0')}`
let stats = () => ({ connected: 0, sent: 0 })

if (mode === 'report') {
  const hostClock = createWheelClock(createHostClock())
  const platformClock = {
    now: () => Date.now(),
    rate: () => 1,
    epoch: () => 1,
    zoneMinutes: 480,
    onChange: () => () => {},
  }
  const uplinks = []
  const start = (i) => {
    const shown = (quantity, value, unit) => ({ quantity, value: Math.round(value * 10) / 10, unit })
    const uplink = createStationUplink(
      { host: '127.0.0.1', port, hostClock, platformClock },
      {
        sn: mnOf(i),
        kind: 'hj212Station',
        model: 'air',
        entity: i,
        readingsAt: (ms) => [
          shown('pm25', 30 + ((ms / 1000 + i) % 50), 'µg/m³'),
          shown('pm10', 50 + ((ms / 1000 + i) % 70), 'µg/m³'),
          shown('temperature', 10 + (i % 20), '℃'),
          shown('humidity', 40 + (i % 40), '%'),
          shown('noise', 45 + ((ms / 700 + i) % 20), 'dB'),
        ],
      },
      { ack: false, heartbeatSeconds: () => 0, settings: { realtimeSeconds: 1, minuteMinutes: 30 } },
    )
    uplinks.push(uplink)
    uplink.start()
  }
  // A few at a time: no listen queue holds eighteen thousand.
  const ramp = setInterval(() => {
    for (let n = 0; n < 40 && uplinks.length < count; n++) start(uplinks.length)
    if (uplinks.length >= count) clearInterval(ramp)
  }, 20)
  stats = () => {
    let connected = 0
    let sent = 0
    for (const uplink of uplinks) {
      const each = uplink.stats()
      if (each.state === 'online') connected++
      sent += each.sent
    }
    return { connected, sent }
  }
} else {
  const frames = Array.from({ length: count }, (_, i) =>
    writeFrame(
      `QN=20261120080000001;ST=22;CN=2011;PW=123456;MN=${mnOf(i)};Flag=4;CP=&&DataTime=20261120080000;a34004-Rtd=35.5,a34004-Flag=N;a34002-Rtd=61.2,a34002-Flag=N;a01001-Rtd=17.1,a01001-Flag=N;a01002-Rtd=46.8,a01002-Flag=N;LA-Rtd=57.9,LA-Flag=N&&`,
    ),
  )
  let sent = 0
  let connected = 0
  const sockets = []
  const dial = (frame) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.on('connect', () => connected++)
    socket.on('error', () => socket.destroy())
    sockets.push([socket, frame])
  }
  const ramp = setInterval(() => {
    for (let n = 0; n < 40 && sockets.length < count; n++) dial(frames[sockets.length])
    if (sockets.length >= count) clearInterval(ramp)
  }, 20)
  /** Every connection once a second, a fiftieth of them at a time. */
  const beat = (turn) => {
    for (let i = turn % 50; i < sockets.length; i += 50) {
      const [socket, frame] = sockets[i]
      socket.write(frame)
      sent++
    }
  }
  const pour = () => {
    for (const [socket, frame] of sockets) {
      if (socket.connecting || socket.writableLength > 0 || socket.destroyed) continue
      socket.write(frame)
      sent++
    }
    setImmediate(pour)
  }
  const wait = setInterval(() => {
    if (connected < count) return
    clearInterval(wait)
    if (mode === 'pour') pour()
    else {
      let turn = 0
      setInterval(() => beat(turn++), 20)
    }
  }, 20)
  stats = () => ({ connected, sent })
}
process.on('message', () => process.send(stats()))
process.on('disconnect', () => process.exit(0))
