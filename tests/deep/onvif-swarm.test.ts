/** Cameras of `backlot devices --to onvif://…`, used by clients of others and by the platform's own gateway. */
import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { listGroups } from '@backlot/contract/device-admin/calls'
import { addCamera, discoverCameras, listCameras } from '@backlot/contract/device-admin/camera-calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { onvifClient } from '@backlot/simulator/onvif/onvif-client.test-support'
import onvif from 'onvif'
import { expect, it, vi } from 'vitest'
import { launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'
import { itByDebian } from './debian-program.ts'

const PASSWORD = 'Quiet@Street7'
const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const PATIENT = { timeout: 30_000, interval: 250 }
const run = promisify(execFile)

/** Lets cameras loose; resolves once they announce themselves. `stop` ends them as Ctrl+C would. */
async function letLoose(host: string, port: number, count: number, ...args: string[]) {
  const to = `onvif://${host}:${port}?password=${encodeURIComponent(PASSWORD)}`
  const child = spawn(
    process.execPath,
    [PROGRAM, 'devices', '--to', to, '--count', String(count), '--for', '10m', '--json', ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const summary = text(child.stdout)
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const [, started, announced] = line.trim().split(/\s+/).map(Number)
      if (started === count && announced === count) resolve()
    })
    child.once('close', (code) => reject(new Error(`ended with ${code}`)))
  })
  return {
    async stop() {
      child.kill('SIGINT')
      const said = await summary
      if (child.exitCode === null) await new Promise((resolve) => child.once('close', resolve))
      return { code: child.exitCode, ...JSON.parse(said) }
    },
  }
}

/** Addresses of services at a port, as the client of others finds them. */
async function search(port: number): Promise<string[]> {
  const found = await new Promise<unknown[]>((resolve, reject) => {
    const options = { timeout: 4000, device: 'lo', resolve: false }
    onvif.Discovery.probe(options, (error: unknown, list: unknown[] = []) =>
      error ? reject(error) : resolve(list),
    )
  })
  const address = new RegExp(`http://127\\.0\\.0\\.1:${port}/onvif/\\w+/device_service`, 'g')
  return JSON.stringify(found).match(address) ?? []
}

it('the client of others finds them all and calls them; the gateway finds them and shows one', async () => {
  const port = 38_000
  const cameras = await letLoose('127.0.0.1', port, 40)
  const addresses = await search(port)
  expect(addresses).toHaveLength(40)
  for (const address of addresses) {
    const client = await onvifClient(Number(new URL(address).port), address.split('/')[4]!, {
      password: PASSWORD,
    })
    expect(await client.call('getDeviceInformation')).toMatchObject({ manufacturer: 'Backlot' })
    const { uri } = await client.call('getSnapshotUri', { profileToken: 'ch1_main' })
    if (address !== addresses[0]) continue
    const login = ['--digest', '-u', `admin:${PASSWORD}`]
    const { stdout } = await run('curl', ['-s', ...login, uri], { encoding: 'buffer' })
    expect(stdout.readUInt16BE(0)).toBe(0xffd8)
    const stream = await client.call('getStreamUri', { protocol: 'RTSP', profileToken: 'ch1_main' })
    const url = stream.uri.replace('rtsp://', `rtsp://admin:${encodeURIComponent(PASSWORD)}@`)
    for (const transport of ['tcp', 'udp']) {
      const args = ['-v', 'error', '-nostdin', '-rtsp_transport', transport, '-i', url]
      const { stdout: hashes } = await run(FFMPEG, [...args, '-frames:v', '12', '-f', 'framehash', '-'])
      expect(hashes.split('\n').filter((line) => /^0,/.test(line))).toHaveLength(12)
    }
  }

  await using ours = await launchSimulator(['--no-rtmp', '--onvif-discovery', '127.0.0.1'])
  const operator = await Operator.signIn(ours.url)
  const { list } = await operator.call(discoverCameras, { body: { seconds: 4 } })
  expect(list.map(({ address }) => address)).toEqual(expect.arrayContaining(addresses))
  const groupId = (await operator.call(listGroups)).list[0]!.id
  const body = { address: addresses[1]!, username: 'admin', password: PASSWORD, name: 'Gate', groupId }
  const sn = (await operator.call(addCamera, { body })).sn!
  const shown = async () => (await operator.call(listCameras)).list.find((one) => one.sn === sn)
  await vi.waitFor(
    async () => expect(await shown()).toMatchObject({ state: 'online', events: 'subscribed' }),
    PATIENT,
  )
  const started = await operator.call(startLiveVideo, { body: { sn, chnId: 1, streamType: 'main' } })
  expect(started.source).toBe('pulled')
  const flv = new URL(started.httpUrl, ours.url).href
  const { stdout: hashes } = await run(FFMPEG, [
    ...['-v', 'error', '-nostdin', '-i', flv, '-frames:v', '12', '-map', '0:v', '-f', 'framehash', '-'],
  ])
  expect(hashes.split('\n').filter((line) => /^0,/.test(line))).toHaveLength(12)

  const summary = await cameras.stop()
  expect(summary).toMatchObject({ code: 0, passed: true, devices: 40, called: 40, failed: 0 })
  expect(Math.min(summary.packets, summary.subscriptions, summary.viewers)).toBeGreaterThan(0)
  await vi.waitFor(async () => expect((await shown())?.state).not.toBe('online'), PATIENT)
}, 180_000)

const ONVIF_UTIL = { program: 'onvif-util', packages: ['onvif-tools', 'iproute2'] }
/** onvif-util hears no machine but others: it runs in a network of its own, beside ours. */
itByDebian(ONVIF_UTIL, "Debian's onvif-util finds one of them, reads it and sets its picture", async () => {
  const ip = (...args: string[]) => run('ip', args)
  const inside = ['netns', 'exec', 'backlot-swarm']
  await ip('netns', 'add', 'backlot-swarm')
  try {
    const peer = ['peer', 'name', 'swarm1', 'netns', 'backlot-swarm']
    await ip('link', 'add', 'swarm0', 'type', 'veth', ...peer)
    await ip('addr', 'add', '10.98.0.1/24', 'dev', 'swarm0')
    await ip('link', 'set', 'swarm0', 'up')
    await ip(...inside, 'ip', 'addr', 'add', '10.98.0.2/24', 'dev', 'swarm1')
    await ip(...inside, 'ip', 'link', 'set', 'swarm1', 'up')
    await ip(...inside, 'ip', 'route', 'add', 'default', 'via', '10.98.0.1')
    const cameras = await letLoose('10.98.0.1', 38_010, 1, '--i-own-this-target')
    const tool = spawn('ip', [...inside, 'onvif-util', '-u', 'admin', '-p', PASSWORD, '10.98.0.1'])
    tool.stdin.end('get rtsp\nget profiles\nset brightness 70\nget imaging\nget video\nquit\n')
    const said = await text(tool.stdout)
    expect(said).toContain('successfully connected to host')
    expect(said).toMatch(/rtsp:\/\/10\.98\.0\.1:\d+\/[0-9]+\/1\/main/)
    expect(said).toMatch(/Brightness: +70/)
    expect(said).toMatch(/Resolution: 640 x 360/)
    expect(await cameras.stop()).toMatchObject({ code: 0, called: 1, failed: 0 })
  } finally {
    await ip('netns', 'del', 'backlot-swarm')
  }
})
