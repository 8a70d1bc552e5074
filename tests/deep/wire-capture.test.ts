/** Captures of the wires as Wireshark's programs judge them, and captures of theirs that are played again. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlClock, controlDevices } from '@backlot/contract/control/calls'
import { controlAddFleet, controlRemoveFleet } from '@backlot/contract/control/fleet-calls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { BY_DAY, type LaunchedSimulator, launchSimulator, PROGRAM } from '../../testing/launch-simulator.ts'
import { itByDebian } from './debian-program.ts'
import { openCapture } from './open-capture.ts'

const run = promisify(execFile)
const TSHARK = { program: 'tshark', packages: ['tshark'] }
const PASSWORD = 'deep-capture-1'

let simulator: LaunchedSimulator
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-wire-capture-'))
  simulator = await launchSimulator([
    '--no-rtmp',
    ...['--mqtt', '0', '--modbus', '0', '--device-password', PASSWORD],
    ...BY_DAY,
  ])
})
afterAll(async () => {
  await simulator?.stop()
  await rm(folder, { recursive: true, force: true })
})

const portOf = (address: string | null) => Number(address!.slice(address!.lastIndexOf(':') + 1))
const backlot = async (...args: string[]) => {
  const { stdout } = await run(process.execPath, [PROGRAM, ...args], { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout)
}
const tshark = async (file: string, ...args: string[]) =>
  (await run('tshark', ['-r', file, ...args], { maxBuffer: 2 ** 28 })).stdout

/** A running `backlot wire capture`; `end` interrupts it and answers what it prints. */
function captureWires(file: string, ...args: string[]) {
  const given = ['wire', 'capture', '--control', simulator.url, '--json', '-o', file, ...args]
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout!.on('data', (text) => {
    printed += text
  })
  const closed = once(child, 'close')
  return async () => {
    if (child.exitCode === null) child.kill('SIGINT')
    await closed
    return JSON.parse(printed) as { packets: number }
  }
}

/** Bytes that each end of a connection at a port has sent, by both ports. */
async function bytesByEnd(file: string, port: number): Promise<Map<string, string>> {
  const fields = ['tcp.srcport', 'tcp.dstport', 'tcp.payload'].flatMap((field) => ['-e', field])
  const lines = await tshark(file, '-Y', `tcp.port == ${port} && tcp.len > 0`, '-T', 'fields', ...fields)
  const bytes = new Map<string, string>()
  for (const line of lines.trim().split('\n')) {
    const [from, to, payload = ''] = line.split('\t')
    const key = `${from} ${to}`
    bytes.set(key, (bytes.get(key) ?? '') + payload.replaceAll(':', ''))
  }
  return bytes
}

/** What tshark finds wrong with a file: checksums and sequence numbers, and what it cannot read. */
async function faultsOf(file: string, ...decode: string[]): Promise<string> {
  const checks = ['tcp', 'udp', 'ip'].flatMap((layer) => ['-o', `${layer}.check_checksum:TRUE`])
  const wrong = ['tcp', 'udp', 'ip'].map((layer) => `${layer}.checksum.status == 0`)
  const filter = ['_ws.malformed', 'tcp.analysis.flags', ...wrong].join(' || ')
  return tshark(file, ...checks, ...decode, '-Y', filter)
}

itByDebian(
  TSHARK,
  'a live capture has the bytes that tshark hears on loopback, and tshark finds no fault in it',
  async () => {
    const port = portOf(simulator.jt808)
    const [ours, theirs] = [join(folder, 'ours.pcapng'), join(folder, 'theirs.pcapng')]
    const sniffed = await openCapture(theirs, `tcp port ${port}`)
    const end = captureWires(ours, '--kind', 'jt808')
    // Connections are in both files from their beginning, once the capture listens.
    await expect
      .poll(
        () =>
          run('sh', ['-c', `test -s ${ours}`]).then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
    const { fleetId } = await control(simulator.url, controlAddFleet, {
      body: {
        kind: 'vehicle',
        count: 5,
        group: 'buses',
        placement: 'traffic',
        wire: true,
        name: 'captured',
      },
    })
    await expect
      .poll(async () => (await tshark(ours, '-Y', 'tcp.len > 40').catch(() => '')).split('\n').length, {
        timeout: 60_000,
      })
      .toBeGreaterThan(15)
    await control(simulator.url, controlRemoveFleet, { body: { fleetId } })
    await sniffed.end()
    const { packets } = await end()
    expect(packets).toBeGreaterThan(50)
    const [heard, real] = [await bytesByEnd(ours, port), await bytesByEnd(theirs, port)]
    // Some of the five may be off line by themselves.
    expect(heard.size).toBeGreaterThanOrEqual(4)
    expect(heard).toEqual(real)
    expect(await faultsOf(ours)).toBe('')
    const handshakes = await tshark(ours, '-Y', 'tcp.flags.syn == 1 && tcp.flags.ack == 0')
    expect(handshakes.trim().split('\n')).toHaveLength(heard.size / 2)
    const comments = await tshark(ours, '-T', 'fields', '-e', 'frame.comment', '-e', 'frame.interface_name')
    expect(comments).toMatch(/^(device \d{12}\tjt808\n)+$/)
  },
)

itByDebian(TSHARK, 'SIP, RTP and MQTT of a live capture are what tshark knows them as', async () => {
  const file = join(folder, 'mixed.pcapng')
  const end = captureWires(file, '--kind', 'gb28181,mqtt')
  await expect
    .poll(
      () =>
        run('sh', ['-c', `test -s ${file}`]).then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true)
  const [sip, mqtt] = [portOf(simulator.gb28181), portOf(simulator.mqtt)]
  const account = `domain=3402000000&password=${PASSWORD}`
  for (const to of [`gb28181://127.0.0.1:${sip}?${account}`, `mqtt://127.0.0.1:${mqtt}`])
    await backlot('devices', '--to', to, '--count', '2', '--for', '5s', '--json')
  await end()
  const decode = ['-d', `udp.port==${sip},sip`, '-d', `tcp.port==${mqtt},mqtt`]
  expect(await faultsOf(file, ...decode)).toBe('')
  const count = async (filter: string) =>
    (await tshark(file, ...decode, '-Y', filter)).trim().split('\n').length
  expect(await count('sip.Method == "REGISTER"')).toBeGreaterThan(2)
  expect(await count('sip.Status-Code == 200')).toBeGreaterThan(2)
  expect(await count('mqtt.msgtype == 3')).toBeGreaterThan(2)
  const named = await tshark(
    file,
    ...decode,
    '-Y',
    'sip.Method == "REGISTER"',
    '-T',
    'fields',
    '-e',
    'frame.comment',
  )
  expect(named).toMatch(/device \d{20}/)
})

itByDebian(
  TSHARK,
  'the past of a vehicle and of a station is a dialogue in which tshark finds no fault',
  async () => {
    const [station, vehicle] = await Promise.all(
      (['hj212Station', 'vehicle'] as const).map(async (kind) => {
        const { list } = await control(simulator.url, controlDevices, {
          query: { kind, limit: 200 },
        })
        return list.find(({ online }) => online)!.sn
      }),
    )
    const file = join(folder, 'past.pcapng')
    const sns = ['--device', station!, '--device', vehicle!]
    const { nowMs } = await control(simulator.url, controlClock)
    await backlot(
      'wire',
      'capture',
      '--control',
      simulator.url,
      '--json',
      '-o',
      file,
      ...sns,
      '--from',
      '-3h',
      '--to',
      '-1h',
    )
    expect(await faultsOf(file)).toBe('')
    const epochs = (await tshark(file, '-T', 'fields', '-e', 'frame.time_epoch'))
      .trim()
      .split('\n')
      .map(Number)
    expect(epochs).toEqual(epochs.toSorted((a, b) => a - b))
    expect(epochs[0]! * 1000).toBeGreaterThan(nowMs - 3.1 * 3_600_000)
    expect(epochs.at(-1)! * 1000).toBeLessThan(nowMs - 0.9 * 3_600_000)
    const said = await tshark(file, '-Y', 'tcp.dstport == 8212', '-T', 'fields', '-e', 'tcp.payload')
    const packets = Buffer.from(said.replaceAll(/\s/g, ''), 'hex').toString('latin1')
    expect(packets).toMatch(/^##\d{4}QN=\d{17};/)
    expect(packets.match(/CN=2011/g)!.length).toBeGreaterThan(60)
    expect(await tshark(file, '-Y', 'tcp.dstport == 8808 && tcp.payload[0:3] == 7e:02:00')).not.toBe('')
  },
)

/** A server that keeps what each of its connections sends. */
async function recordingServer() {
  const received: string[] = []
  const server = createServer((socket) => {
    const at = received.push('') - 1
    socket.on('data', (bytes) => {
      received[at] += bytes.toString('hex')
    })
    socket.on('error', () => undefined)
    socket.on('end', () => socket.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { received, server, to: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

itByDebian(
  TSHARK,
  'captures of tshark are played again byte for byte, in every form that the programs of Wireshark make of them',
  async () => {
    const port = portOf(simulator.hj212)
    const sniffed = join(folder, 'sniffed.pcapng')
    const capture = await openCapture(sniffed, `tcp port ${port}`)
    await backlot(
      'devices',
      '--to',
      `hj212://127.0.0.1:${port}`,
      '--count',
      '3',
      '--for',
      '4s',
      '--interval',
      '1s',
      '--json',
    )
    await capture.end()
    const wanted = [...(await bytesByEnd(sniffed, port))]
      .filter(([ends]) => ends.endsWith(` ${port}`))
      .map(([, bytes]) => bytes)
      .toSorted()
    expect(wanted).toHaveLength(3)
    const made = (name: string) => join(folder, name)
    await run('editcap', ['-F', 'pcap', sniffed, made('micro.pcap')])
    await run('editcap', ['-F', 'nsecpcap', sniffed, made('nano.pcap')])
    await run('mergecap', ['-w', made('doubled.pcapng'), sniffed, sniffed])
    await run('mergecap', ['-a', '-F', 'pcapng', '-w', made('appended.pcapng'), sniffed, made('nano.pcap')])
    await run('reordercap', [made('appended.pcapng'), made('reordered.pcapng')])
    for (const file of ['sniffed.pcapng', 'micro.pcap', 'nano.pcap', 'doubled.pcapng', 'reordered.pcapng']) {
      const { received, server, to } = await recordingServer()
      const args = ['--to', to, '--port', String(port), '--speed', '20', '--json']
      const summary = await backlot('wire', 'replay', made(file), ...args)
      server.close()
      expect(summary, file).toMatchObject({ streams: 3, lost: 0, cut: 0, failures: [] })
      expect(received.toSorted(), file).toEqual(wanted)
    }
    // A gateway answers what it answered then.
    const again = await backlot(
      'wire',
      'replay',
      made('micro.pcap'),
      '--to',
      `127.0.0.1:${port}`,
      '--port',
      String(port),
      '--speed',
      '4',
      '--expect',
      '--json',
    )
    expect(again).toMatchObject({ streams: 3, failures: [], mismatches: [] })
    expect(again.received).toBeGreaterThan(100)
  },
)

itByDebian(
  { program: 'text2pcap', packages: ['tshark'], check: 'command -v text2pcap' },
  'datagrams and segments that text2pcap writes over IPv4 and IPv6 are read',
  async () => {
    const dump = join(folder, 'dump.txt')
    await run('sh', ['-c', `printf 'hello hello hello' | od -Ax -tx1 -v > ${dump}`])
    for (const [name, ...form] of [
      ['four', '-T', '40000,8212'],
      ['six', '-6', '2001:db8::7,2001:db8::1', '-T', '40000,8212'],
      ['raw', '-l', '101', '-4', '10.0.0.7,10.0.0.1', '-T', '40000,8212'],
    ] as const) {
      const file = join(folder, `${name}.pcapng`)
      await run('text2pcap', ['-q', ...form, dump, file])
      const { received, server, to } = await recordingServer()
      const summary = await backlot('wire', 'replay', file, '--to', to, '--json')
      server.close()
      expect(summary, name).toMatchObject({ streams: 1, sent: 17, failures: [] })
      expect(
        received.map((hex) => Buffer.from(hex, 'hex').toString()),
        name,
      ).toEqual(['hello hello hello'])
    }
  },
)

it('refuses files that are no captures, targets that are not ours, and names what there is', async () => {
  const refused = async (...args: string[]) => {
    const { code, stderr } = await run(process.execPath, [PROGRAM, 'wire', ...args]).then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    )
    expect(code).toBe(2)
    return stderr
  }
  const replay = ['replay', '--to', '127.0.0.1:9']
  expect(await refused(...replay, PROGRAM)).toContain('byte 0: neither pcapng nor pcap')
  expect(await refused(...replay, join(folder, 'nothing'))).toContain('there is no such file')
  expect(await refused('replay', PROGRAM, '--to', '192.0.2.1:9')).toContain('--i-own-this-target')
  const capture = ['capture', '--control', simulator.url, '-o', join(folder, 'x.pcapng')]
  expect(await refused(...capture, '--device', 'NOBODY', '--from', '-1h')).toContain('no device NOBODY')
  expect(await refused(...capture, '--kind', 'telex')).toContain('one of hj212, jt808')
})
