import { expect, it } from 'vitest'
import type { Jt808Message } from '../../wire/jt808/message.ts'
import { framesOf, mediaRig, PHONE } from './jt1078-rig.test-support.ts'
import { createTerminalFeeds, type FeedWatcher } from './terminal-feeds.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

async function feedRig() {
  const rig = await mediaRig()
  const requests: string[] = []
  let result = 0
  const feeds = createTerminalFeeds({
    gateway: {
      endsOf: () => ({ phone: PHONE, address: '::ffff:127.0.0.1', local: '::ffff:10.1.2.3' }),
      async request(_sn, message: Jt808Message) {
        if (message.kind === 'live') {
          const transport = message.tcpPort === rig.listener.port ? 'tcp' : 'udp'
          requests.push(`live ${message.host} ${transport} ${message.channel} ${message.streamType}`)
        }
        if (message.kind === 'liveControl') requests.push(`control ${message.command} ${message.streamType}`)
        return { result }
      },
    },
    listener: rig.listener,
    host: undefined,
    hostClock: rig.clock,
    log: { warn: () => {}, debug: () => {} },
  })
  const watcher = (streamType: 'main' | 'sub') => {
    const seen: string[] = []
    const problems: string[] = []
    const one: FeedWatcher = {
      streamType,
      frame: ({ bytes }) => seen.push(Buffer.from(bytes).toString()),
      lost: () => seen.push('lost'),
      failed: (problem) => problems.push(problem),
    }
    return { one, seen, problems }
  }
  const answers = (next: number) => {
    result = next
  }
  return { ...rig, feeds, requests, watcher, answers }
}

it('a terminal is asked once however many watch, switched to the main stream when that is wanted, and told to stop', async () => {
  const { feeds, requests, watcher, sender } = await feedRig()
  const [sub, main] = [watcher('sub'), watcher('main')]
  const leaveSub = feeds.watch(PHONE, 1, sub.one)
  expect(requests).toEqual(['live 10.1.2.3 tcp 1 1'])
  const terminal = await sender()
  const frame = framesOf(1)
  terminal.write(frame('number one'))
  await expect.poll(() => sub.seen).toEqual(['number one'])
  const leaveMain = feeds.watch(PHONE, 1, main.one)
  expect(requests).toEqual(['live 10.1.2.3 tcp 1 1', 'control 1 0'])
  terminal.write(frame('two'))
  await expect.poll(() => main.seen).toEqual(['two'])
  leaveMain()
  leaveSub()
  expect(requests.slice(2)).toEqual(['control 1 1', 'control 0 1'])
  await terminal.ended
})

it('a terminal whose main stream is wanted before its first frame is switched once that is there', async () => {
  const { feeds, requests, watcher, sender } = await feedRig()
  const [sub, main] = [watcher('sub'), watcher('main')]
  feeds.watch(PHONE, 1, sub.one)
  feeds.watch(PHONE, 1, main.one)
  expect(requests).toEqual(['live 10.1.2.3 tcp 1 1'])
  const terminal = await sender()
  const frame = framesOf(1)
  terminal.write(Buffer.concat([frame('number one'), frame('two')]))
  await expect.poll(() => main.seen).toEqual(['number one', 'two'])
  expect(requests.slice(1)).toEqual(['control 1 0'])
})

it('one that sends nothing is asked over UDP, one that refuses or breaks off is asked again later and later', async () => {
  const { feeds, requests, watcher, clock, answers, sender } = await feedRig()
  const { one, seen, problems } = watcher('main')
  const turn = async (ms: number) => {
    await settled()
    clock.advance(ms)
    await settled()
  }
  const leave = feeds.watch(PHONE, 1, one)
  await turn(10_000)
  await turn(2000)
  expect(requests).toEqual(['live 10.1.2.3 tcp 1 0', 'control 0 0', 'live 10.1.2.3 udp 1 0'])
  answers(3)
  await turn(10_000)
  await turn(4000)
  expect(requests.slice(3)).toEqual(['control 0 0', 'live 10.1.2.3 tcp 1 0'])
  answers(0)
  await turn(7999)
  expect(requests).toHaveLength(5)
  await turn(1)
  expect(requests).toHaveLength(6)
  const terminal = await sender()
  terminal.write(framesOf(1)('number one'))
  await expect.poll(() => seen).toEqual(['number one'])
  terminal.destroy()
  await expect.poll(() => seen).toEqual(['number one', 'lost'])
  await turn(2000)
  expect(requests).toHaveLength(7)
  leave()
  expect(requests.at(-1)).toBe('control 0 0')
  expect(problems).toEqual([
    'the terminal agreed, and sends nothing',
    'the terminal agreed, and sends nothing',
    'the terminal refused (3)',
    'the terminal refused (3)',
    'the terminal has stopped sending',
  ])
})
