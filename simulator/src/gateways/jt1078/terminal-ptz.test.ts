import { afterEach, expect, it } from 'vitest'
import type { DeviceAction } from '../../devices/commands.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { encodeBody, type Jt808Message, messageId } from '../../wire/jt808/message.ts'
import { createTerminalPtz } from './terminal-ptz.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

function rig(result = 0) {
  const clock = createManualClock(0)
  const sent: string[] = []
  const logged: object[] = []
  const counters = { requests: 0, requestsFailed: 0 }
  const ptz = createTerminalPtz({
    gateway: {
      async request(_sn, message: Jt808Message) {
        sent.push(
          `${messageId(message).toString(16)} ${Buffer.from(encodeBody(message, 2013)).toString('hex')}`,
        )
        return { result }
      },
    },
    counters,
    channelOf: (sn) => (sn === 'nothing turns' ? undefined : 2),
    hostClock: clock,
    log: { warn: (fields) => void logged.push(fields) },
  })
  cleanups.push(() => ptz[Symbol.dispose]())
  const order = (action: DeviceAction, sn = '013912345678') => {
    sent.length = 0
    ptz.order(sn, action)
    return sent
  }
  return { order, sent, clock, counters, logged, ptz }
}

it('a movement is the rotation of its axes at its speed, and its end a stop', () => {
  const { order, clock } = rig()
  expect(order({ kind: 'ptzMove', motion: { pan: -1 }, speed: 100 })).toEqual(['9301 0203ff'])
  expect(order({ kind: 'ptzMove', motion: { tilt: 1, pan: 1 }, speed: 50 })).toEqual([
    '9301 020180',
    '9301 020480',
  ])
  expect(order({ kind: 'ptzMove', motion: { tilt: -1 }, speed: 0, chnId: 5 })).toEqual(['9301 050201'])
  expect(order({ kind: 'ptzStop' })).toEqual(['9301 020000'])
  expect(order({ kind: 'ptzStop', axes: ['zoom'] })).toEqual([])
  const sent = order({ kind: 'ptzMove', motion: { pan: 1 }, speed: 100, forMs: 500 })
  clock.advance(500)
  expect(sent).toEqual(['9301 0204ff', '9301 020000'])
})

it('a direction that ends while another goes on is ended by a stop of both', () => {
  const { order } = rig()
  order({ kind: 'ptzMove', motion: { pan: -1, tilt: 1 }, speed: 100 })
  expect(order({ kind: 'ptzMove', motion: { pan: -1, tilt: 0 }, speed: 100 })).toEqual([
    '9301 020000',
    '9301 0203ff',
  ])
  expect(order({ kind: 'ptzMove', motion: { tilt: 1 }, speed: 100 })).toEqual(['9301 0201ff'])
  expect(order({ kind: 'ptzMove', motion: { pan: 0 }, speed: 100 })).toEqual(['9301 020000', '9301 0201ff'])
  expect(order({ kind: 'ptzMove', motion: { pan: 0, tilt: 0 }, speed: 100 })).toEqual(['9301 020000'])
  expect(order({ kind: 'ptzMove', motion: { pan: 1, tilt: 0 }, speed: 100 })).toEqual(['9301 0204ff'])
})

it('the lens moves by steps for as long as the button is held, and not for ever', () => {
  const { order, sent, clock } = rig()
  order({ kind: 'ptzMove', motion: { zoom: 1 }, speed: 60 })
  clock.advance(800)
  expect(sent).toEqual(['9306 0200', '9306 0200', '9306 0200'])
  expect(order({ kind: 'ptzStop' })).toEqual(['9301 020000'])
  clock.advance(5000)
  expect(sent).toHaveLength(1)
  expect(order({ kind: 'ptzMove', motion: { focus: -1, iris: 1 }, speed: 60 })).toEqual([
    '9302 0201',
    '9303 0200',
  ])
  clock.advance(120_000)
  expect(sent).toHaveLength(2 * 76)
})

it('a refusal is counted and logged; what does not turn, and other orders, send nothing', async () => {
  const { order, counters, logged } = rig(3)
  order({ kind: 'ptzStop' })
  await Promise.resolve()
  expect([counters, logged]).toEqual([
    { requests: 1, requestsFailed: 1 },
    [{ sn: '013912345678', kind: 'ptzRotate', result: 3 }],
  ])
  expect(order({ kind: 'ptzStop' }, 'nothing turns')).toEqual([])
  expect(order({ kind: 'presetCall', preset: 1 })).toEqual([])
})
