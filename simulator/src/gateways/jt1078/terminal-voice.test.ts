import { once } from 'node:events'
import { encodeAlaw } from '@backlot/contract/talk/g711-alaw'
import { expect, it } from 'vitest'
import type { Jt808Message } from '../../wire/jt808/message.ts'
import { FrameAssembler } from '../../wire/jt1078/frame-assembler.ts'
import { createRtpPacketizer } from '../../wire/jt1078/rtp-packetizer.ts'
import { createRtpReader } from '../../wire/jt1078/rtp-reader.ts'
import { mediaRig, PHONE } from './jt1078-rig.test-support.ts'
import { createTerminalVoice } from './terminal-voice.ts'

const CHANNEL = 3
const speech = (value: number) => new Int16Array(320).fill(value)

async function voiceRig() {
  const rig = await mediaRig()
  const requests: string[] = []
  let result = 0
  const voice = createTerminalVoice(
    {
      gateway: {
        endsOf: () => ({ phone: PHONE, address: '::ffff:127.0.0.1', local: '::ffff:10.1.2.3' }),
        terminal: () => undefined,
        async request(_sn, message: Jt808Message) {
          if (message.kind === 'live') requests.push(`live ${message.channel} ${message.dataType}`)
          if (message.kind === 'liveControl') requests.push(`control ${message.channel} ${message.command}`)
          return { result }
        },
      },
      listener: rig.listener,
      host: undefined,
      hostClock: rig.clock,
      log: { warn: () => {}, debug: () => {} },
      channelOf: () => CHANNEL,
    },
    PHONE,
  )
  /** Frames of sound of a terminal, and what it hears. */
  const terminal = async () => {
    const socket = await rig.sender()
    const packetsOf = createRtpPacketizer({ sim: PHONE, channel: CHANNEL })
    const [reader, assembler] = [createRtpReader(), new FrameAssembler()]
    const heard: { payloadType: number; length: number; head: string }[] = []
    socket.on('data', (chunk: Buffer) => {
      for (const item of reader.push(chunk)) {
        if (item.kind === 'problem') throw new Error(item.problem.message)
        for (const one of assembler.add(item.packet)) {
          if (one.kind !== 'frame') throw new Error(one.problem.message)
          const { payloadType, bytes } = one.frame
          heard.push({
            payloadType,
            length: bytes.length,
            head: Buffer.from(bytes.subarray(0, 4)).toString('hex'),
          })
        }
      }
    })
    return {
      socket,
      heard,
      say(bytes: Uint8Array, payloadType = 6) {
        const frame = { payloadType, dataType: 3, timestampMs: 0, bytes } as const
        for (const packet of packetsOf(frame)) socket.write(packet)
      },
    }
  }
  const refuses = () => {
    result = 3
  }
  return { ...rig, voice, requests, terminal, refuses }
}

it('a terminal speaks and hears on the connection that it opens, which ends with the talk', async () => {
  const { voice, requests, terminal } = await voiceRig()
  const path = voice.open('call', () => undefined)
  const { socket, say, heard } = await terminal()
  say(encodeAlaw(speech(8448)))
  expect(await path.answer).toBe('ok')
  expect(requests).toEqual(['live 3 2'])
  // Frames of 40 ms of the operator are frames of 40 ms on the wire.
  voice.hear(speech(1000))
  await expect.poll(() => heard).toMatchObject([{ payloadType: 6, length: 320 }])
  say(encodeAlaw(speech(8448)))
  await expect.poll(() => voice.speak()[7]).toBe(8448)
  path.close()
  path.close()
  await once(socket, 'close')
  expect(requests).toEqual(['live 3 2', 'control 3 4'])
  expect(voice.speak()).toEqual(speech(0))
})

it("the four bytes of HiSilicon's encoder are put before what such a terminal hears", async () => {
  const { voice, terminal } = await voiceRig()
  const path = voice.open('call', () => undefined)
  const { say, heard } = await terminal()
  say(Buffer.concat([Buffer.from('0001a000', 'hex'), encodeAlaw(speech(8448))]))
  await path.answer
  voice.hear(speech(1000))
  await expect.poll(() => heard).toMatchObject([{ length: 324, head: '0001a000' }])
})

it('a terminal that only listens is known by its address, and is not silent for that', async () => {
  const { voice, requests, terminal, clock, listener } = await voiceRig()
  const path = voice.open('broadcast', () => undefined)
  const { heard } = await terminal()
  await expect.poll(() => listener.connections()).toBe(1)
  clock.advance(1000)
  expect(await path.answer).toBe('ok')
  clock.advance(60_000)
  voice.hear(speech(1000))
  await expect.poll(() => heard).toHaveLength(1)
  expect(requests).toEqual(['live 3 4'])
})

it('who listens stays when somebody calls, and a terminal that hangs up is told to both', async () => {
  const { voice, requests, terminal } = await voiceRig()
  const gone: string[] = []
  const first = voice.open('monitor', () => void gone.push('listener'))
  const one = await terminal()
  one.say(encodeAlaw(speech(1)))
  expect(await first.answer).toBe('ok')
  const second = voice.open('call', () => void gone.push('caller'))
  await once(one.socket, 'close')
  const two = await terminal()
  two.say(encodeAlaw(speech(1)))
  expect(await second.answer).toBe('ok')
  expect(requests).toEqual(['live 3 3', 'control 3 4', 'live 3 2'])
  two.socket.destroy()
  await expect.poll(() => gone).toEqual(['listener', 'caller'])
})

it('one that refuses, or agrees and does not come, answers so', async () => {
  const { voice, refuses, clock } = await voiceRig()
  const silent = voice.open('call', () => undefined)
  await new Promise((resolve) => setImmediate(resolve))
  clock.advance(10_000)
  expect(await silent.answer).toBe('noAnswer')
  silent.close()
  refuses()
  const refused = voice.open('call', () => undefined)
  expect(await refused.answer).toBe('refuse')
})

it('pictures of the same channel are not taken for the talk, whichever comes first', async () => {
  const { voice, asked, terminal } = await voiceRig()
  const pictures = asked(CHANNEL)
  const path = voice.open('call', () => undefined)
  const camera = await terminal()
  camera.say(encodeAlaw(speech(1)))
  expect(await path.answer).toBe('ok')
  const packetsOf = createRtpPacketizer({ sim: PHONE, channel: CHANNEL })
  const picture = { payloadType: 98, dataType: 0, timestampMs: 0, bytes: Buffer.from('picture') } as const
  for (const packet of packetsOf(picture)) camera.socket.write(packet)
  await expect.poll(() => pictures.frames).toEqual(['picture'])
  const speaker = await terminal()
  for (let i = 0; i < 3; i++) speaker.say(encodeAlaw(speech(8448)))
  await expect.poll(() => voice.speak()[7]).toBe(8448)
})
