/** The fleet's own cameras as tshark and SIPp judge them. */
import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlDevices, controlStatus } from '@backlot/contract/control/calls'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, launchSimulator } from '../../testing/launch-simulator.ts'
import { itByDebian } from './debian-program.ts'
import { type GbCameras, LOOPBACK, openGbCameras, PATIENT } from './gb-cameras.ts'
import { openCapture } from './open-capture.ts'

const run = promisify(execFile)

let folder: string
let cameras: GbCameras
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-gb-own-'))
  cameras = await openGbCameras()
})
afterAll(async () => {
  await cameras?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const TSHARK = { program: 'tshark', packages: ['tshark'] }
itByDebian(TSHARK, 'tshark finds nothing malformed in what a vehicle says', async () => {
  const file = join(folder, 'own.pcap')
  const peer = cameras.platform.peers.get(cameras.vehicle.id)!
  const filter = `host ${LOOPBACK} and udp port ${cameras.platform.port}`
  const capture = await openCapture(file, filter)
  const session = await cameras.platform.invite(cameras.vehicle.id, {})
  expect(session.status).toBe(404)
  session.end()
  const before = cameras.platform.of('catalogResponse').length
  await cameras.platform.send(cameras.vehicle.id, {
    kind: 'catalogQuery',
    sn: cameras.nextSn(),
    deviceId: cameras.vehicle.id,
  })
  await cameras.platform.send(cameras.vehicle.id, {
    kind: 'deviceStatusQuery',
    sn: cameras.nextSn(),
    deviceId: cameras.vehicle.id,
  })
  await cameras.platform.send(cameras.vehicle.id, {
    kind: 'positionQuery',
    sn: cameras.nextSn(),
    deviceId: cameras.vehicle.id,
  })
  await vi.waitFor(
    () => expect(cameras.platform.of('catalogResponse').length).toBeGreaterThan(before),
    PATIENT,
  )
  await capture.end()
  const decode = ['-d', `udp.port==${cameras.platform.port},sip`, '-d', `udp.port==${peer.port},sip`]
  const count = async (text: string) =>
    (await run('tshark', ['-r', file, ...decode, '-Y', text], { maxBuffer: 2 ** 27 })).stdout.split('\n')
      .length - 1
  expect(await count('_ws.malformed')).toBe(0)
  expect(await count('sip.Method == "MESSAGE"')).toBeGreaterThan(5)
})

const SIPP = { program: 'sipp', packages: ['sip-tester'] }
itByDebian(SIPP, 'SIPp checks the digest of a camera of the fleet, and answers its keepalives', async () => {
  const probe = createSocket('udp4')
  probe.bind(0, LOOPBACK)
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  const { list } = await control(cameras.simulator.url, controlDevices, { query: { kind: 'ptzCamera' } })
  const id = list.flatMap(({ gb28181 }) => gb28181 ?? []).toSorted()[0]!
  const scenario = join(import.meta.dirname, 'sipp/registrar.xml')
  const judged = run(
    'sipp',
    [
      ...['-sf', scenario, '-p', String(port), '-m', '4', '-nostdin', '-i', LOOPBACK],
      ...['-timeout', '60s', '-timeout_error'],
      ...['-key', 'user', id, '-key', 'secret', 'secret', '-key', 'algorithm', 'MD5'],
    ],
    { cwd: folder, timeout: 90_000, maxBuffer: 2 ** 26 },
  )
  const to = `gb28181://${LOOPBACK}:${port}?password=secret&kind=ptzCamera&count=1&keepalive=5`
  await using one = await launchSimulator(['--no-rtmp', ...BY_DAY, '--gb28181-to', to])
  await judged
  const { gb28181To } = await control(one.url, controlStatus)
  expect(gb28181To).toMatchObject({ devices: 1, online: 1, failed: 0 })
})
