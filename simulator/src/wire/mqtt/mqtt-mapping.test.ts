import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { describe, expect, it, test } from 'vitest'
import { readMqttMapping } from '../../gateways/mqtt/read-mqtt-mapping.ts'
import { DEFAULT_MQTT_MAPPING } from './default-mapping.ts'
import { valueAt, withValue } from './json-pointer.ts'
import { createPacketLengths } from './packet-lengths.ts'
import { type ReadMessage, readMessage, topicOf } from './read-message.ts'
import { reportMessages } from './write-message.ts'

function mappingOf(text: string) {
  const file = join(tmpdir(), `mapping-${process.pid}-${Math.random().toString(36).slice(2)}.yaml`)
  writeFileSync(file, text)
  return readMqttMapping(file)
}

const OTHER = `
topics:
  - topic: plant/+/{sn}/state
    kind: vehicle
    time: { at: /meta/time, form: iso }
    position: { longitude: /gps/0x, latitude: /gps/1y, speedKmh: /gps/v }
    readings:
      temperature: { at: /t, factor: 0.1, offset: -40 }
  - topic: raw/{sn}/{quantity}
    readings:
      '{quantity}': ''
`

describe.each([
  ['the built-in mapping', DEFAULT_MQTT_MAPPING],
  ['one of a file', mappingOf(OTHER)],
])('%s', (_, mapping) => {
  it('reads what it writes', () => {
    const report = fc.record({
      atMs: fc.integer({ min: 1.6e9, max: 1.8e9 }).map((seconds) => seconds * 1000),
      temperature: fc.integer({ min: -400, max: 600 }).map((tenths) => tenths / 10),
      longitude: fc.integer({ min: 1, max: 1_790_000 }).map((n) => n / 10_000),
      latitude: fc.integer({ min: 1, max: 890_000 }).map((n) => n / 10_000),
    })
    fc.assert(
      fc.property(report, ({ atMs, temperature, longitude, latitude }) => {
        const messages = reportMessages(mapping, 'S-1', {
          atMs,
          values: [{ name: 'temperature', value: temperature }],
          position: { longitude, latitude, speedKmh: 12, directionDeg: 0 },
        })
        const read = messages.map(({ topic, payload }) => {
          const { rule, places } = topicOf(mapping, topic)!
          expect(places.sn).toBe('S-1')
          return readMessage(rule, places, payload)
        })
        const [first] = read
        expect(first).toMatchObject({ statedMs: atMs, position: { longitude, latitude, speedKmh: 12 } })
        for (const message of read) {
          const [value] = (message as { values: { name: string; value: number }[] }).values
          expect(value?.name).toBe('temperature')
          expect(value?.value).toBeCloseTo(temperature, 9)
        }
      }),
    )
  })
  it('takes any payload without an error', () => {
    const payload = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constant('{"__proto__":{"alarm":true},"alarm":[[],{}]}'),
    )
    fc.assert(
      fc.property(payload, fc.constantFrom(...mapping.topics), (text, rule) => {
        const read = readMessage(rule, { sn: 'S', quantity: 'q' }, text)
        if (typeof read === 'string') expect(['payload', 'empty']).toContain(read)
        else for (const { value } of read.values) expect(Number.isFinite(value)).toBe(true)
      }),
    )
  })
})

describe('alarms of a device of ours', () => {
  const types = {
    hot: { type: 'PileAlarm', subType: 'Overheated' },
    full: { type: 'PileAlarm', subType: 'Occupied' },
  }
  const topicWith = (form: 'list' | 'name') => ({
    topics: [
      {
        topic: 'p/{sn}',
        kind: 'hj212Station' as const,
        payload: 'json' as const,
        readings: {},
        alarm: { at: '/state/alarms', types, form },
      },
    ],
  })
  const both = [types.full, { type: 'DeviceAlarm', subType: 'Offline' }, types.hot]

  it.each([
    ['list', both, ['full', 'hot']],
    ['list', [], []],
    ['name', both, 'hot'],
    ['name', [], ''],
  ] as const)('as a %s: %j is written as %j, and read again', (form, alarms, written) => {
    const mapping = topicWith(form)
    const [message] = reportMessages(mapping, 'S-1', { atMs: 0, values: [], alarms })
    expect(JSON.parse(message!.payload)).toEqual({ state: { alarms: written } })
    const read = readMessage(mapping.topics[0]!, { sn: 'S-1', quantity: undefined }, message!.payload)
    expect([...(read as ReadMessage).alarms!.keys()]).toEqual([written].flat().filter(Boolean))
  })

  it('are left out of reports that say nothing of them', () => {
    expect(reportMessages(topicWith('list'), 'S-1', { atMs: 0, values: [] })).toEqual([])
  })
})

test('a value put at a pointer is found there', () => {
  const part = fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text !== '__proto__')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), fc.jsonValue(), (parts, value) => {
      const pointer = parts.map((each) => `/${each.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
      expect(valueAt(withValue({ other: 1 }, pointer, value), pointer)).toEqual(value)
    }),
  )
})

test('packets are counted in any pieces, and one that is too long is found by its head', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(400), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 50 }),
      (sizes, step) => {
        const bytes = Buffer.concat(
          sizes.map((size) =>
            generate({
              cmd: 'publish',
              topic: 'a',
              payload: Buffer.alloc(size),
              qos: 0,
              dup: false,
              retain: false,
            }),
          ),
        )
        const lengths = createPacketLengths(500)
        let begun = 0
        for (let at = 0; at < bytes.length; at += step)
          begun += lengths.add(bytes.subarray(at, at + step)) as number
        expect(begun).toBe(sizes.length)
      },
    ),
  )
  expect(createPacketLengths(500).add(Buffer.of(0x30, 0xff, 0x7f))).toBe('tooLong')
  expect(createPacketLengths(2 ** 30).add(Buffer.of(0x30, 0x80, 0x80, 0x80, 0x80))).toBe('malformed')
})

test.each([
  ['topics:\n  - topic: a/b\n    values: ""\n', ':2: topics[0].topic: needs one level {sn}'],
  ['topics:\n  - topic: a/{sn}\n    values: x\n', ':3: topics[0].values: must be a JSON pointer'],
  ['topics:\n  - topic: a/{sn}\n', ':2: topics[0]: carries nothing'],
  ['topics:\n  - topic: a/{sn}\n    values: ""\n    kind: boat\n', ':4: topics[0].kind: must be one of'],
  [
    'topics:\n  - topic: a/{sn}\n    alarm:\n      at: /a\n      types: { fire: IoAlarm/Smoky }\n',
    ":5: topics[0].alarm.types.fire: there is no alarm IoAlarm/Smoky. Did you mean 'IoAlarm/Smoke'?",
  ],
  [
    'topics:\n  - topic: a/{sn}\n    readings:\n      t: { at: /t, factor: 0 }\n',
    ':4: topics[0].readings.t.factor: must not be 0',
  ],
  ['topics: {\n', ':2: '],
])('a mistake in a mapping is named with its line', (text, said) => {
  expect(() => mappingOf(text)).toThrow(said)
})
