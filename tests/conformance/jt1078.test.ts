import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlStatus } from '@backlot/contract/control/calls'
import { channelList } from '@backlot/contract/devices/calls'
import { startLiveVideo, stopLiveVideo } from '@backlot/contract/live-video/calls'
import { testTerminal } from '@backlot/simulator/gateways/jt808/test-terminal.test-support'
import { createRtpPacketizer } from '@backlot/simulator/wire/jt1078/rtp-packetizer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { control } from '../../testing/control.ts'
import { type LaunchedSimulator, launchSimulator } from '../../testing/launch-simulator.ts'
import { Operator } from '../../testing/operator.ts'

let folder: string
let simulator: LaunchedSimulator
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backlot-jt1078-'))
  simulator = await launch()
})
afterAll(async () => {
  await simulator?.stop()
  await rm(folder, { recursive: true, force: true })
})
const launch = () => launchSimulator(['--no-rtmp', '--rtsp', 'off', '--data', folder, '--past-days', '0'])
const portOf = (address: string | null) => Number(address!.split(':').at(-1))

const PHONE = '013922220001'
/** Channels 1 and 2 with sound and pictures, 36 with sound, 5 with pictures (JT/T 1078, 0x0076). */
const TABLE = Buffer.from('02010101010000020200000324010005050200', 'hex')

async function channelsOf(sn: string) {
  const operator = await Operator.signIn(simulator.url)
  const { list } = await operator.call(channelList, { query: { sn }, headers: { lang: 'en' } })
  return list.map(({ chnId, name, type }) => `${chnId} ${name} ${type}`)
}

it('a foreign terminal is asked for its channels, which are in the tree and stay there over a restart', async () => {
  const terminal = await testTerminal(portOf(simulator.jt808), PHONE)
  await terminal.enter('测B00001')
  const asked = await terminal.heard('querySomeParameters')
  expect(asked.ids).toEqual([0x76])
  const parameters = [{ id: 0x76, bytes: TABLE }]
  terminal.send({ kind: 'parameterReply', serial: asked.header.serial, parameters })
  const channels = ['1 1 Driver 0', '2 2 Front 0', '5 5 Cabin, rear 0', '36 Channel 36 4', '98 SOS button 1']
  await expect.poll(() => channelsOf(PHONE)).toEqual(channels)
  terminal.close()
  await simulator.stop()
  simulator = await launch()
  expect(await channelsOf(PHONE)).toEqual(channels)
})

it('one without such a table is asked how many it has, and one that knows neither has those of every vehicle', async () => {
  const counted = await testTerminal(portOf(simulator.jt808), '013922220002')
  await counted.enter('测B00002')
  const asked = await counted.heard('querySomeParameters')
  counted.send({ kind: 'parameterReply', serial: asked.header.serial, parameters: [] })
  await counted.heard('queryAvAttributes')
  counted.send({
    kind: 'avAttributes',
    ...{ audioCoding: 6, audioChannels: 1, sampleRate: 0, sampleBits: 1, audioFrameLength: 320 },
    ...{ audioOutput: 1, videoCoding: 98, maxAudioChannels: 1, maxVideoChannels: 3 },
  })
  await expect
    .poll(async () => (await channelsOf('013922220002')).slice(3))
    .toEqual(['97 Talk 4', '98 SOS button 1'])
  counted.close()

  const old = await testTerminal(portOf(simulator.jt808), '013922220003')
  await old.enter('测B00003')
  for (const kind of ['querySomeParameters', 'queryAvAttributes'] as const) {
    const { header } = await old.heard(kind)
    old.send({ kind: 'terminalAck', serial: header.serial, id: header.id, result: 3 })
  }
  expect(await old.acked({ kind: 'heartbeat' })).toBe(0)
  expect(await channelsOf('013922220003')).toContain('1 Front camera 0')
  old.close()
})

it('what nobody asked for is cut with its reason, and what was asked for is shown', async () => {
  const port = portOf(simulator.jt1078)
  expect((await control(simulator.url, controlStatus)).ports.jt1078).toBe(port)
  const terminal = await testTerminal(portOf(simulator.jt808), PHONE)
  await terminal.enter('测B00001')
  const { header: query } = await terminal.heard('querySomeParameters')
  terminal.send({ kind: 'terminalAck', serial: query.serial, id: query.id, result: 3 })
  const packetsOf = createRtpPacketizer({ sim: PHONE, channel: 5 })
  // Parameter sets and a picture of libx264, as annex B; enough to be told apart as a key picture.
  const key = Buffer.from(
    '00000001674200' + '1ed9005005bb0110' + '0000000168ce3c80' + '0000000165888400ff',
    'hex',
  )
  const push = async () => {
    const media = connect(port, '127.0.0.1')
    await once(media, 'connect')
    for (const dataType of [0, 1, 1, 1] as const)
      for (const packet of packetsOf({ payloadType: 98, dataType, timestampMs: 0, bytes: key }))
        media.write(packet)
    const closed = new Promise<void>((resolve) => media.once('close', () => resolve()))
    media.on('error', () => undefined).resume()
    return { closed }
  }
  const unasked = await push()
  await unasked.closed

  const operator = await Operator.signIn(simulator.url)
  const name = { sn: PHONE, chnId: 5, streamType: 'sub' as const }
  const starting = operator.call(startLiveVideo, { body: name })
  const { header, ...request } = await terminal.heard('live')
  expect(request).toMatchObject({ host: '127.0.0.1', tcpPort: port, udpPort: 0, channel: 5, streamType: 1 })
  terminal.send({ kind: 'terminalAck', serial: header.serial, id: header.id, result: 0 })
  const media = await push()
  expect(await starting).toMatchObject({ source: 'pulled', hasAudio: false })
  const { streams } = await control(simulator.url, controlStatus)
  expect(streams).toMatchObject([{ sn: PHONE, chnId: 5, source: 'pulled', pulled: { videoCodec: 'H.264' } }])
  await operator.call(stopLiveVideo, { body: name })
  expect(await terminal.heard('liveControl')).toMatchObject({ channel: 5, command: 0 })
  await media.closed
  const metrics = await (await fetch(new URL('/metrics', simulator.url))).text()
  expect(metrics).toMatch(/^backlot_jt1078_cuts_total\{reason="unasked"\} 1$/m)
  expect(metrics).toMatch(/^backlot_jt1078_cuts_total\{reason="done"\} 1$/m)
  terminal.close()
})
