import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kindJsonSchema } from './kind-json-schema.ts'
import { readKinds } from './read-kinds.ts'

const FIXTURES = fileURLToPath(new URL('../../../fixtures/kinds', import.meta.url))
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kinds-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const PUMP = `kind: pump
name: { zh: 水泵, en: Pump }
values:
  draught: sky.wind * 2
quantities:
  pumpFlow:
    name: { zh: 流量, en: Flow }
    unit: L/s
    formula: draught + 1
`

/** Problems of a text, as line, field and message. */
function problemsOf(text: string): string[] {
  const file = join(folder, 'kind.yaml')
  writeFileSync(file, text)
  return readKinds([file]).problems.map(({ line, field, message }) => `${line} ${field}: ${message}`)
}

test('the shipped examples have no mistake, and their schema is that of the program', () => {
  const { kinds, problems } = readKinds([FIXTURES])
  expect(problems).toEqual([])
  expect(kinds.map(({ kind }) => kind)).toEqual(['chargingPile', 'lift', 'riverRadar'])
  const written: unknown = JSON.parse(readFileSync(join(FIXTURES, 'kind.schema.json'), 'utf8'))
  expect(written).toEqual(JSON.parse(JSON.stringify(kindJsonSchema())))
})

test('a kind may be JSON, or an object of a program', () => {
  expect(problemsOf(PUMP)).toEqual([])
  const quantities = {
    pumpFlow: { name: { zh: '流量', en: 'Flow' }, formula: 'sky.wind' },
  }
  const { kinds, problems } = readKinds([{ kind: 'pump', name: { zh: '水泵', en: 'Pump' }, quantities }])
  expect(problems).toEqual([])
  expect(kinds[0]?.reportSeconds).toBe(60)
})

test.each([
  [
    'an unknown field',
    PUMP.replace('unit:', 'unti:'),
    "8 quantities.pumpFlow.unti: there is no 'unti' here. Did you mean 'unit'?",
  ],
  [
    'an unknown name',
    PUMP.replace('draught +', 'draugth +'),
    "9 quantities.pumpFlow.formula: there is no 'draugth'. Did you mean 'draught'?",
  ],
  [
    'a mistake within a formula',
    PUMP.replace('sky.wind * 2', 'sky.wind * * 2'),
    "4 values.draught: a number, a name or '(' is missing before '*' (after 'sky.wind *')",
  ],
  [
    'a formula that needs itself',
    PUMP.replace('sky.wind * 2', 'pumpFlow'),
    "9 quantities.pumpFlow.formula: 'draught' needs itself (draught → pumpFlow → draught): what depends on the past belongs in the memory",
  ],
  ['a missing name', PUMP.replace('name: { zh: 水泵, en: Pump }\n', ''), '1 name: is missing'],
  [
    'the name of a built-in kind',
    PUMP.replace('kind: pump', 'kind: elevator'),
    "1 kind: 'elevator' is a built-in kind: choose another name",
  ],
  [
    'a quantity of a built-in kind',
    PUMP.replaceAll('pumpFlow', 'liftFloor'),
    "6 quantities.liftFloor: 'liftFloor' is a quantity of elevator: choose another name",
  ],
  [
    'a quantity of the world',
    PUMP.replaceAll('pumpFlow', 'pm25'),
    "6 quantities.pm25: 'pm25' is a quantity of the world: write 'world', or choose another name",
  ],
  [
    'a reserved word',
    PUMP.replaceAll('draught', 'noise'),
    "4 values.noise: 'noise' is already a name of formulas: choose another",
  ],
  [
    'a step that divides no hour',
    `${PUMP}memory: { stepMinutes: 7, values: { wear: { next: wear + 1 } } }`,
    '10 memory.stepMinutes: does not divide an hour: 1, 2, 3, 5, 10, 15, 20, 30 or 60',
  ],
  [
    'a memory that is too long',
    `${PUMP}memory: { stepMinutes: 1, days: 30, values: { wear: { next: wear + 1 } } }`,
    '10 memory: takes 44640 steps of 1 minutes for 30 days, more than 6000: longer steps, fewer days, or shorter formulas',
  ],
  [
    'a quantity of MQTT that the file does not have',
    `${PUMP}mqtt: { topics: [{ topic: 'p/{sn}', readings: { pumpFlov: /f } }] }`,
    "10 mqtt.topics.0.readings.pumpFlov: there is no quantity 'pumpFlov' in this file. Did you mean 'pumpFlow'?",
  ],
  [
    'a setting of MQTT without settings',
    `${PUMP}mqtt: { topics: [{ topic: 'p/{sn}', values: '' }], set: [{ topic: 's/{sn}', settings: { speed: /s } }] }`,
    "10 mqtt.set.0.settings.speed: the file has no settings: 'speed' is none",
  ],
  [
    'an alarm of MQTT that the file does not have',
    `${PUMP}alarms: { name: { zh: 报, en: A }, types: { Worn: { name: { zh: 磨, en: W }, when: '1' } } }\nmqtt: { topics: [{ topic: 'p/{sn}', alarm: { at: /a, types: { worn: Wron } } }] }`,
    "11 mqtt.topics.0.alarm.types.worn: there is no alarm 'Wron' in this file. Did you mean 'Worn'?",
  ],
  [
    'two names of one alarm over MQTT',
    `${PUMP}alarms: { name: { zh: 报, en: A }, types: { Worn: { name: { zh: 磨, en: W }, when: '1' } } }\nmqtt: { topics: [{ topic: 'p/{sn}', alarm: { at: /a, types: { worn: Worn, old: Worn } } }] }`,
    "11 mqtt.topics.0.alarm.types.old: 'Worn' has the name 'worn' already: give each alarm one name",
  ],
  [
    'alarms of MQTT without alarms',
    `${PUMP}mqtt: { topics: [{ topic: 'p/{sn}', alarm: { at: /a, types: { worn: Worn } } }] }`,
    '10 mqtt.topics.0.alarm.types.worn: the file has no alarms',
  ],
  [
    'alarms on the topic of one quantity',
    `${PUMP}mqtt: { topics: [{ topic: 'p/{sn}/{quantity}', alarm: { at: /a, types: { worn: Worn } } }] }`,
    '10 mqtt.topics.0: is of one quantity: give alarms a topic without {quantity}',
  ],
  [
    'a topic without the serial number',
    `${PUMP}mqtt: { topics: [{ topic: p/state, values: '' }] }`,
    '10 mqtt.topics.0.topic: needs one level {sn}',
  ],
  [
    'a topic that carries nothing',
    `${PUMP}mqtt: { topics: [{ topic: 'p/{sn}' }] }`,
    '10 mqtt.topics.0: carries nothing: add readings, values, position, alarm or online',
  ],
  [
    'a place in a payload that is no pointer',
    `${PUMP}mqtt: { topics: [{ topic: 'p/{sn}', readings: { pumpFlow: { at: flow } } }] }`,
    "10 mqtt.topics.0.readings.pumpFlow.at: must be a JSON pointer, such as /data/temperature, or '' for the whole payload",
  ],
  [
    'a topic of any device to set it',
    `${PUMP}mqtt: { topics: [{ topic: 'p/{sn}', values: '' }], set: [{ topic: '+/{sn}', settings: { a: '' } }] }`,
    "10 mqtt.set.0.topic: has the level '+': use {sn} or plain text",
  ],
  [
    'a register that two numbers share',
    `${PUMP}  temperature: world\nmodbus: { readings: { pumpFlow: { address: 3, type: float32 }, temperature: { address: 4 } } }`,
    "11 modbus.readings.temperature.address: the input register 4 is that of 'pumpFlow' too: choose another address",
  ],
  [
    'a register behind the last',
    `${PUMP}modbus: { readings: { pumpFlow: { address: 65535, type: int32 } } }`,
    '10 modbus.readings.pumpFlow.address: int32 takes two registers, and 65535 is the last one',
  ],
  [
    'an address that there is not',
    `${PUMP}modbus: { readings: { pumpFlow: { address: 70000 } } }`,
    '10 modbus.readings.pumpFlow.address: Too big: expected number to be <=65535',
  ],
  [
    'a setting that its register cannot hold',
    `${PUMP}settings: { speed: { name: { zh: 速, en: S }, min: 0, max: 4000, initial: 1 } }\nmodbus: { settings: { speed: { address: 0, factor: 0.1 } } }`,
    '11 modbus.settings.speed: holds -3276.8 to 3276.7, and the setting is from 0 to 4000: choose another type or factor',
  ],
  [
    'a table that nobody can write',
    `${PUMP}modbus: { settings: { speed: { table: input, address: 0 } } }`,
    "10 modbus.settings.speed.table: 'input' is none of holding, coil.",
  ],
  [
    'an id of the standard in a position report',
    `${PUMP}protocols: [jt808]\njt808: { readings: { pumpFlow: { id: 0x30 } } }`,
    '11 jt808.readings.pumpFlow.id: ids of makers are 0xE1 to 0xFF',
  ],
  [
    'an id that two readings share',
    `${PUMP}  temperature: world\nprotocols: [jt808]\njt808: { readings: { pumpFlow: { id: 0xE1 }, temperature: { id: 225 } } }`,
    "12 jt808.readings.temperature.id: 0xE1 is the id of 'pumpFlow' too: choose another",
  ],
  [
    'position reports of a kind that sends none',
    `${PUMP}jt808: { readings: { pumpFlow: { id: 0xE1 } } }`,
    "10 jt808: needs 'jt808' among the protocols",
  ],
  [
    'two wires',
    `${PUMP}protocols: [hj212, jt808]`,
    '10 protocols.1: a kind has one wire: choose jt808 or hj212',
  ],
  [
    'no YAML',
    'kind: [',
    '1 : no YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
  ],
])('%s is told with line, field and what to do', (_, text, problem) => {
  expect(problemsOf(text)).toContain(problem)
})

test('files that share a name, and folders without files, are refused', () => {
  const other = join(folder, 'other.yaml')
  writeFileSync(join(folder, 'kind.yaml'), PUMP)
  writeFileSync(other, PUMP.replace('kind: pump', 'kind: fan'))
  const { problems } = readKinds([folder])
  expect(problems.map(({ message }) => message)).toContain(
    `the quantity 'pumpFlow' is that of pump (${join(folder, 'kind.yaml')}) too: rename one of them`,
  )
  rmSync(other)
  expect(readKinds([join(folder, 'none.yaml')]).problems[0]?.message).toMatch(/^cannot be read/)
})
