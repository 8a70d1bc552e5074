/**
 * Makes of a kind file what the folder of a built-in kind is: the description that directory, history, wires and
 * pictures follow. Every mistake is named with the field that it stands in.
 */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { DEVICE_KINDS } from '@backlot/contract/devices/kinds'
import { MINUTE_MS } from '@backlot/contract/time'
import { WIRE_NAMES } from '@backlot/contract/wires/wires'
import { QUANTITY_DICTIONARY } from '../../world/air/quantity-dictionary.ts'
import { WORLD_QUANTITY_NAMES } from '../../world/air/quantity-table.ts'
import type { Formula, Quantity } from '../../world/types.ts'
import type { AlarmType } from '../alarm-type.ts'
import type { ChannelPlan, DeviceKindSpec, KindWatch, OwnReading } from '../device-kind.ts'
import { KINDS } from '../kinds.ts'
import { compileFormula } from './formula/compile-formula.ts'
import { FormulaError, parseFormula } from './formula/parse-formula.ts'
import { KIND_ICONS } from './kind-icons.ts'
import { kindExtrasOf } from './kind-jt808.ts'
import { kindModbusOf } from './kind-modbus.ts'
import { kindMqttOf } from './kind-mqtt.ts'
import { alarmTypeOf } from './kind-names.ts'
import { type KindProblem, problemOf } from './kind-problem.ts'
import type { KindFile } from './kind-schema.ts'
import { createScope, type KindScope } from './kind-scope.ts'

/** Machines of a kind's memory, each with a formula of every state: 1 while it holds. */
type MachineStates = { machine: string; holds: { state: string; of: Formula }[] }[]

export function compileKind(file: KindFile): {
  spec: DeviceKindSpec
  problems: KindProblem[]
  states: MachineStates
} {
  const problems: KindProblem[] = []
  const say = (path: readonly PropertyKey[], message: string) => {
    problems.push({ path, message })
  }
  const scope = createScope(file, problems)
  const quantities = Object.keys(file.quantities).map((name) => name as Quantity)
  const watches = watchesOf(file, scope, problems)
  const alarmTypes = alarmTypesOf(file)
  checkNames(file, say)
  const mqtt = kindMqttOf(file, problems)
  const modbus = kindModbusOf(file, problems)
  const extras = kindExtrasOf(file, problems)
  const wire = WIRE_NAMES.find((name) => file.protocols.includes(name))
  const channels = channelsOf(file)
  const isWatched = channels.some(({ type }) => type === CHANNEL_TYPES.video)
  const [first, ...others] = file.protocols
  const spec: DeviceKindSpec = {
    name: file.name,
    icon: typeof file.icon === 'string' ? KIND_ICONS[file.icon] : file.icon,
    marker: file.marker,
    protocols: [first!],
    speaks: [first!, ...others],
    ...(wire ? { wire } : {}),
    onlineFields: isWatched ? ['videoOnlineStatus', 'sensorOnlineStatus'] : ['sensorOnlineStatus'],
    ability: file.abilities.reduce(
      (mask, name) => mask | ABILITY_BITS[name],
      isWatched ? ABILITY_BITS.video : 0,
    ),
    channels: () => channels,
    models: Object.fromEntries(
      Object.entries(file.models ?? { [file.kind]: file.name }).map(([model, name]) => [model, { name }]),
    ),
    usualModels: Object.keys(file.models ?? { [file.kind]: true }),
    board: file.board,
    spacingM: file.spacingM,
    eyeM: file.eyeM,
    quantities: () => quantities,
    family: 'hjt212',
    reportMs: file.reportSeconds * 1000,
    ...(file.power === 'mains' ? { onMains: true as const } : {}),
    records: isWatched ? 'always' : 'never',
    incidents: [],
    ...(alarmTypes ? { alarmTypes } : {}),
    ownReadings: readingsOf(file, scope),
    ...(watches.length > 0 ? { watches } : {}),
    ...(mqtt ? { mqtt } : {}),
    ...(modbus ? { modbus } : {}),
    ...(extras ? { positionExtras: extras } : {}),
    ...(file.settings ? { settings: file.settings } : {}),
  }
  const states = Object.entries(file.memory?.machines ?? {}).map(([machine, { states: all }]) => ({
    machine,
    holds: all.map((state) => ({ state, of: scope.formulaOf(`${machine}.${state}`) })),
  }))
  return { spec, problems, states }
}

function channelsOf({ channels, name }: KindFile): ChannelPlan[] {
  const types = { ...CHANNEL_TYPES, data: CHANNEL_TYPES.hjt212 }
  const plans = channels ?? [{ type: 'data' as const, name }]
  return plans.map((plan, i) => ({ chnId: i + 1, lineId: 1, type: types[plan.type], name: plan.name }))
}

function readingsOf(file: KindFile, scope: KindScope): OwnReading[] {
  return Object.entries(file.quantities).flatMap(([name, quantity]) => {
    if (quantity === 'world') return []
    const { code = name, unit, decimals, min, max, limits } = quantity
    const reading: OwnReading = {
      // `Quantity` lists those of built-in kinds for the compiler.
      quantity: name as Quantity,
      code,
      name: quantity.name,
      icon: quantity.icon ?? name,
      unit,
      decimals,
      min,
      max,
      formula: scope.formulaOf(name),
      ...(limits ? { limits } : {}),
    }
    return [reading]
  })
}

function alarmTypesOf({ kind, alarms }: KindFile): AlarmType[] | undefined {
  if (!alarms) return undefined
  const subTypes = Object.entries(alarms.types).map(([subType, { name, level }]) => ({
    subType,
    name,
    level,
  }))
  const level = subTypes.reduce<1 | 2 | 3 | 4>((least, each) => (each.level < least ? each.level : least), 4)
  return [{ type: alarmTypeOf(kind), name: alarms.name, level, subTypes }]
}

function watchesOf(file: KindFile, scope: KindScope, problems: KindProblem[]): KindWatch[] {
  return Object.entries(file.alarms?.types ?? {}).flatMap(([subType, alarm]) => {
    const path = ['alarms', 'types', subType]
    const { quantity } = alarm
    if (quantity !== undefined && !Object.hasOwn(file.quantities, quantity)) {
      problems.push({
        path: [...path, 'quantity'],
        message: `there is no quantity '${quantity}' in this file.`,
        unknown: { typed: quantity, known: Object.keys(file.quantities) },
      })
    }
    const holds = compiledAt([...path, 'when'], alarm.when, scope, problems)
    if (!holds) return []
    const everyMs = alarm.everyMinutes * MINUTE_MS
    return [
      {
        type: alarmTypeOf(file.kind),
        subType,
        holds,
        everyMs,
        forMs: Math.ceil((alarm.forMinutes * MINUTE_MS) / everyMs) * everyMs,
        ...(quantity === undefined ? {} : { quantity: quantity as Quantity }),
      },
    ]
  })
}

/** The formula at a field; undefined, with its problem, when it has a mistake. */
function compiledAt(
  path: readonly PropertyKey[],
  text: string | number,
  scope: KindScope,
  problems: KindProblem[],
): Formula | undefined {
  try {
    return compileFormula(parseFormula(String(text)), scope).of
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error
    problems.push(problemOf(path, String(text), error))
    return undefined
  }
}

/** Names that must not be those of anything else. */
function checkNames(file: KindFile, say: (path: readonly PropertyKey[], message: string) => void): void {
  if (DEVICE_KINDS.some((kind) => kind === file.kind)) {
    say(['kind'], `'${file.kind}' is a built-in kind: choose another name`)
  }
  const others = Object.entries(KINDS).filter(([kind]) => kind !== file.kind)
  const taken = new Map<string, string>()
  const codes = new Map<string, string>(
    WORLD_QUANTITY_NAMES.map((name) => [QUANTITY_DICTIONARY[name].code, `the quantity ${name}`]),
  )
  const models = new Map<string, string>()
  for (const [kind, spec] of others) {
    for (const { quantity, code } of spec.ownReadings ?? []) {
      taken.set(quantity, kind)
      codes.set(code, kind)
    }
    for (const model of Object.keys(spec.models)) models.set(model, kind)
  }
  for (const [name, quantity] of Object.entries(file.quantities)) {
    const path = ['quantities', name]
    const isWorlds = WORLD_QUANTITY_NAMES.some((each) => each === name)
    if (quantity === 'world') {
      if (!isWorlds) say(path, `'${name}' is no quantity of the world: give its unit and formula`)
      continue
    }
    if (isWorlds) say(path, `'${name}' is a quantity of the world: write 'world', or choose another name`)
    const owner = taken.get(name)
    if (owner) say(path, `'${name}' is a quantity of ${owner}: choose another name`)
    const code = quantity.code ?? name
    const holder = codes.get(code)
    if (holder) say([...path, 'code'], `the code '${code}' is that of ${holder}: choose another`)
    codes.set(code, `the quantity ${name}`)
    if (quantity.min >= quantity.max) say([...path, 'min'], 'is not below max')
    const { low, high } = quantity.limits ?? {}
    if (low !== undefined && high !== undefined && low >= high) {
      say([...path, 'limits', 'low'], 'is not below high')
    }
  }
  for (const model of Object.keys(file.models ?? {})) {
    const owner = models.get(model)
    if (owner) say(['models', model], `'${model}' is a model of ${owner}: choose another name`)
  }
  for (const [name, { min, max, initial }] of Object.entries(file.settings ?? {})) {
    if (min >= max) say(['settings', name, 'min'], 'is not below max')
    else if (initial < min || initial > max)
      say(['settings', name, 'initial'], `is not from ${min} to ${max}`)
  }
  if (Object.keys(file.quantities).length === 0 && !file.channels) {
    say(['quantities'], 'is empty: a kind needs quantities or channels')
  }
}
