import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { controlAddFleet } from '@backlot/contract/control/fleet-calls'
import { controlTalk, controlTalkDevice } from '@backlot/contract/control/talk-calls'
import { TALK_PATH } from '@backlot/contract/talk/frames'
import { controlAskTerminal, controlTerminals } from '@backlot/contract/wires/jt808/calls'
import { type TestTerminal, testTerminal } from '@backlot/simulator/gateways/jt808/test-terminal.test-support'
import { TalkConsole } from '@backlot/simulator/talk/talk-rig.test-support'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

const FFMPEG = process.env['FFMPEG_PATH'] ?? 'ffmpeg'
const run = promisify(execFile)
/** Samples of a frame, and of a second. */
const [FRAME, RATE] = [320, 8000]

let away: LaunchedSimulator
beforeAll(async () => {
  away = await launchSimulator(['--no-rtmp', '--rtsp', 'off'])
})
afterAll(() => away?.stop())

async function intercom(): Promise<TalkConsole> {
  const { sessionId } = await Operator.signIn(away.url)
  const socket = new WebSocket(`${away.url.replace(/^http/, 'ws')}${TALK_PATH}`, { origin: away.url })
  const one = new TalkConsole(socket, 'pcm')
  await once(socket, 'open')
  const login = { projectName: 'backlot', loginName: 'admin', sessionId }
  one.say({ type: 'talkLogin', service: 'intercom', ...login })
  expect((await one.told('talkLoginReply')).code).toBe(0)
  return one
}
const port808 = () => Number(away.jt808!.split(':').at(-1))
const tone = (hz: number, frame: number) =>
  Int16Array.from(
    { length: FRAME },
    (_, i) => 9000 * Math.sin((2 * Math.PI * hz * (frame * FRAME + i)) / RATE),
  )
/** The pitch of a tone, by the crossings of its zero. */
function pitchOf(frames: readonly Int16Array[]): number {
  const samples = frames.flatMap((frame) => [...frame])
  const crossings = samples.filter((sample, i) => i > 0 && sample >= 0 && samples[i - 1]! < 0).length
  return (crossings * RATE) / samples.length
}

/** Tells the platform its channels: `hex` is the value of the parameter 0x0076. */
async function enter(sn: string, plate: string, hex: string): Promise<TestTerminal> {
  const terminal = await testTerminal(port808(), sn)
  await terminal.enter(plate)
  const asked = await terminal.heard('querySomeParameters')
  const parameters = [{ id: 0x76, bytes: Buffer.from(hex, 'hex') }]
  terminal.send({ kind: 'parameterReply', serial: asked.header.serial, parameters })
  return terminal
}

/** Starts a call, again until the platform knows the terminal's channels. */
async function callUp(one: TalkConsole, sn: string, kind: 'call' | 'broadcast'): Promise<number> {
  const targets = [{ sn, chnId: 1 }]
  one.say({ type: 'callStart', callId: 'c1', kind, targets })
  return (await one.told('callResult')).result
}

it('an operator talks with a vehicle of another platform: each hears the other', async () => {
  const home = await launchSimulator(['--no-rtmp', '--rtsp', 'off'])
  try {
    const group = { key: 'wired', name: { zh: '线上', en: 'Wired' } }
    const fleet = { kind: 'vehicle' as const, count: 2, placement: 'traffic' as const, wire: true, group }
    await control(home.url, controlAddFleet, { body: fleet })
    const terminals = async () => (await control(home.url, controlTerminals)).list
    await vi.waitFor(async () => expect(await terminals()).not.toEqual([]), {
      timeout: 60_000,
      interval: 200,
    })
    const { sn } = (await terminals())[0]!
    await control(home.url, controlTalkDevice, { body: { sn, toneHz: 700 } })
    const terminal = await enter(sn, '测A12345', '020100010100000202000003030100')
    /** Answers a request as the vehicle at home does. */
    const passOn = async (kind: 'live' | 'liveControl') => {
      const { header, ...request } = await terminal.heard(kind)
      const { result } = await control(home.url, controlAskTerminal, { body: { sn, request } })
      terminal.send({ kind: 'terminalAck', serial: header.serial, id: header.id, result })
      return request
    }
    const one = await intercom()
    const starting = callUp(one, sn, 'call')
    expect(await passOn('live')).toMatchObject({ channel: 3, dataType: 2 })
    expect(await starting).toBe(0)
    for (let i = 0; i < 50; i++) one.sound(tone(440, i))
    const heard = async () => (await control(home.url, controlTalk, { query: { sn } })).devices[0]!.heard
    await expect.poll(async () => (await heard()).frames, { timeout: 10_000 }).toBe(50)
    expect((await heard()).peakDb).toBeGreaterThan(-20)

    one.say({ type: 'callTalk', callId: 'c1', on: false, frames: 50 })
    await one.until(() => one.heard.length >= 50)
    expect(Math.abs(pitchOf(one.heard.slice(20, 45)) - 700)).toBeLessThan(30)
    one.say({ type: 'callStop', callId: 'c1' })
    expect(await passOn('liveControl')).toMatchObject({ channel: 3, command: 4 })
    one.socket.close()
    terminal.close()
  } finally {
    await home.stop()
  }
})

it('a broadcast reaches a terminal that says nothing, as G.711 that ffmpeg decodes', async () => {
  const sn = '013800138000'
  // One channel, with sound and picture.
  const terminal = await enter(sn, '测B54321', '01000001010000')
  const folder = await mkdtemp(join(tmpdir(), 'backlot-talk-'))
  try {
    const one = await intercom()
    const starting = callUp(one, sn, 'broadcast')
    const { header, ...request } = await terminal.heard('live')
    expect(request).toMatchObject({ channel: 1, dataType: 4 })
    terminal.send({ kind: 'terminalAck', serial: header.serial, id: header.id, result: 0 })
    const media = connect(request.tcpPort, request.host)
    const chunks: Buffer[] = []
    media.on('data', (chunk: Buffer) => chunks.push(chunk))
    expect(await starting).toBe(0)
    for (let i = 0; i < 25; i++) one.sound(tone(440, i))
    // Head of 26 bytes (JT/T 1078-2016, table 19), then 320 of sound.
    const bytes = () => Buffer.concat(chunks)
    await expect.poll(() => bytes().length, { timeout: 10_000 }).toBe(25 * 346)
    const packets = Array.from({ length: 25 }, (_, i) => bytes().subarray(i * 346, (i + 1) * 346))
    for (const [i, packet] of packets.entries()) {
      expect(packet.subarray(0, 16).toString('hex')).toBe(
        `3031636481860${i.toString(16).padStart(3, '0')}${sn}0130`,
      )
      expect(packet.readUInt16BE(24)).toBe(320)
    }
    await writeFile(join(folder, 'heard.al'), Buffer.concat(packets.map((packet) => packet.subarray(26))))
    const out = join(folder, 'heard.s16')
    const input = ['-f', 'alaw', '-ar', `${RATE}`, '-ac', '1', '-i', join(folder, 'heard.al')]
    await run(FFMPEG, ['-v', 'error', ...input, '-f', 's16le', out])
    const pcm = await readFile(out)
    const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2)
    expect(Math.abs(pitchOf([samples]) - 440)).toBeLessThan(10)
    one.say({ type: 'callTalk', callId: 'c1', on: false, frames: 25 })
    expect(await one.told('callEnd')).toMatchObject({ reason: 'released' })
    await once(media, 'close')
    one.socket.close()
    terminal.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
