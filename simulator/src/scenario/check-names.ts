/** Names in a scenario that must be those of something: groups, roles, routes, alarm types, faults, quantities. */

import type { DeviceRef } from '@backlot/contract/control/scenario-actions'
import { knownKinds } from '@backlot/contract/devices/known-kinds'
import { ROUTE_PATHS } from '@backlot/contract/routes'
import { settingsOf } from '../devices/own-settings.ts'
import { FAULTS } from '../faults/fault-list.ts'
import type { GroupSpec } from '../fleet/fleet-spec.ts'
import { ALARM_TYPES } from '../history/alarm-types/alarm-types.ts'
import { suggestion } from '../kernel/near-name.ts'
import { QUANTITY_DICTIONARY } from '../world/air/quantity-dictionary.ts'
import type { Problem, Scenario } from './scenario.ts'
import type { Layer } from './scenario-layer.ts'
import type { Entry } from './scenario-spec.ts'
import { foundOf } from './zod-problems.ts'

type Say = (path: readonly PropertyKey[], message: string) => void

export function checkNames(scenario: Scenario, layers: readonly Layer[]): Problem[] {
  const problems: Problem[] = []
  const keys = allGroupKeys(scenario)
  const roles = new Set(scenario.roles.map(({ name }) => name))
  const own = layers.at(-1)!
  if (scenario.groups.length === 0) {
    problems.push({
      file: own.file,
      line: 1,
      field: 'groups',
      message: 'is missing: a scenario that extends no other needs groups',
    })
  }
  for (const layer of layers) {
    const say: Say = (path, message) => {
      const line = layer.lineOf({ path, message })
      problems.push({ file: layer.file, line, field: path.map(String).join('.'), message })
    }
    const { fleets = [], roles: ownRoles = [], users = [], at = {} } = layer.spec
    const group = (path: readonly PropertyKey[], key: string | undefined) => {
      if (key !== undefined && !keys.has(key))
        say(path, `there is no group '${key}'.${suggestion(key, keys)}`)
    }
    fleets.forEach((fleet, i) => {
      if (typeof fleet.group === 'string') group(['fleets', i, 'group'], fleet.group)
      else group(['fleets', i, 'group', 'parent'], fleet.group.parent)
    })
    ownRoles.forEach(({ routes }, i) => {
      routes.forEach((pattern, j) => {
        if (!knownRoute(pattern)) {
          say(['roles', i, 'routes', j], `there is no route ${pattern}.${suggestion(pattern, ROUTE_PATHS)}`)
        }
      })
    })
    users.forEach((user, i) => {
      if (!roles.has(user.role)) {
        say(['users', i, 'role'], `there is no role '${user.role}'.${suggestion(user.role, roles)}`)
      }
      group(['users', i, 'group'], user.group)
    })
    if (layer !== own) continue
    const chases = new Set(
      Object.values(at)
        .flat()
        .flatMap(({ chase }) => chase?.name ?? []),
    )
    for (const [when, list] of Object.entries(at)) {
      list.forEach((entry, i) => {
        checkEntry(entry, keys, chases, (path, message) => say(['at', when, i, ...path], message))
      })
    }
  }
  duplicates(layers, problems)
  return problems
}

function checkEntry(entry: Entry, keys: ReadonlySet<string>, chases: ReadonlySet<string>, say: Say): void {
  const added = entry.addFleet?.group
  const known = typeof added === 'object' ? new Set([...keys, added.key]) : keys
  const ref = (path: readonly PropertyKey[], given: DeviceRef | undefined) => {
    const message = given === undefined ? undefined : refProblem(given, known)
    if (message !== undefined) say(path, message)
  }
  for (const name of ['alarm', 'sos', 'offline', 'online', 'release', 'reboot', 'setting', 'ptz'] as const) {
    ref([name, 'device'], entry[name]?.device)
  }
  ref(['storm', 'devices'], entry.storm?.devices)
  ref(['fault', 'devices'], entry.fault?.devices)
  ref(['chase', 'past'], entry.chase?.past)
  for (const name of ['leak', 'incident'] as const) {
    const at = entry[name]?.at
    if (at !== undefined && !(typeof at === 'object' && 'longitude' in at)) ref([name, 'at'], at)
  }
  if (typeof entry.addFleet?.group === 'string' && !known.has(entry.addFleet.group)) {
    say(
      ['addFleet', 'group'],
      `there is no group '${entry.addFleet.group}'.${suggestion(entry.addFleet.group, known)}`,
    )
  }
  entry.storm?.types?.forEach((type, i) => {
    const [top = '', sub] = type.split('-')
    const message = alarmTypeProblem(top, sub)
    if (message) say(['storm', 'types', i], message)
  })
  if (entry.alarm) {
    const message = alarmTypeProblem(entry.alarm.type, entry.alarm.subType || undefined)
    if (message) say(['alarm', 'type'], message)
  }
  const settings = new Set(knownKinds().flatMap((kind) => Object.keys(settingsOf(kind))))
  if (entry.setting && !settings.has(entry.setting.name)) {
    say(
      ['setting', 'name'],
      `there is no setting '${entry.setting.name}'.${suggestion(entry.setting.name, settings)}`,
    )
  }
  if (entry.fault) checkFault(entry.fault, say)
  const { expect } = entry
  if (!expect) return
  if (expect.alarm) {
    ref(['expect', 'alarm', 'device'], expect.alarm.device)
    if (expect.alarm.type !== undefined) {
      const message = alarmTypeProblem(expect.alarm.type, expect.alarm.subType)
      if (message) say(['expect', 'alarm', 'type'], message)
    }
  }
  const chase = expect.passed?.chase
  if (chase !== undefined && !chases.has(chase)) {
    say(['expect', 'passed', 'chase'], `there is no chase '${chase}'.${suggestion(chase, chases)}`)
  }
  for (const name of ['reading', 'position', 'state', 'pose'] as const) {
    ref(['expect', name, 'device'], expect[name]?.device)
  }
  for (const name of ['online', 'devices', 'fresh'] as const) {
    const subject = expect[name]
    if (typeof subject === 'object' && 'of' in subject) ref(['expect', name, 'of'], subject.of)
  }
  const quantity = expect.reading?.quantity
  if (quantity !== undefined && !Object.hasOwn(QUANTITY_DICTIONARY, quantity)) {
    const near = suggestion(quantity, Object.keys(QUANTITY_DICTIONARY))
    say(['expect', 'reading', 'quantity'], `there is no quantity '${quantity}'.${near}`)
  }
}

function checkFault(fault: NonNullable<Entry['fault']>, say: Say): void {
  const kind = FAULTS.find(({ name }) => name === fault.name)
  if (!kind) {
    const names = FAULTS.map(({ name }) => name)
    const near = suggestion(fault.name, names)
    say(['fault', 'name'], `there is no fault '${fault.name}'.${near || ` There are: ${names.join(', ')}.`}`)
    return
  }
  const parsed = kind.parameters.safeParse(fault.parameters)
  if (parsed.success) return
  for (const { path, message } of foundOf(parsed.error.issues, fault.parameters)) {
    say(['fault', 'parameters', ...path], message)
  }
}

/** Fault of a device reference, as far as it can be found without the devices: a serial number is not checked. */
function refProblem(given: DeviceRef, keys: ReadonlySet<string>): string | undefined {
  if (typeof given !== 'string') {
    if (given.group === undefined || keys.has(given.group)) return undefined
    return `there is no group '${given.group}'.${suggestion(given.group, keys)}`
  }
  const word = given.replace(/\s+\d+$/, '')
  const kinds: readonly string[] = knownKinds()
  if (word === '*' || kinds.includes(word) || keys.has(word) || /^[0-9A-Fa-f]{9,24}$/.test(word))
    return undefined
  return `'${given}' names no devices: a kind, a group's key, a serial number or '*'.${suggestion(word, [...kinds, ...keys])}`
}

function alarmTypeProblem(type: string, subType: string | undefined): string | undefined {
  const top = ALARM_TYPES.find((known) => known.type === type)
  if (!top)
    return `there is no alarm type '${type}'.${suggestion(
      type,
      ALARM_TYPES.map((known) => known.type),
    )}`
  if (subType === undefined || top.subTypes.some((each) => each.subType === subType)) return undefined
  const names = top.subTypes.map((each) => each.subType)
  return `${type} has no sub-type '${subType}'.${suggestion(subType, names) || ` There are: ${names.join(', ')}.`}`
}

function knownRoute(pattern: string): boolean {
  const base = pattern.replace(/\/?\*$/, '')
  return ROUTE_PATHS.some((path) =>
    pattern.endsWith('*') ? path === base || path.startsWith(`${base}/`) : path === pattern,
  )
}

function allGroupKeys(scenario: Scenario): Set<string> {
  const keys = new Set<string>()
  const add = (groups: readonly GroupSpec[]) => {
    for (const { key, children } of groups) {
      keys.add(key)
      if (children) add(children)
    }
  }
  add(scenario.groups)
  for (const { group } of scenario.fleets) if (typeof group !== 'string') keys.add(group.key)
  return keys
}

/** Keys of groups, roles and login names must be unique in all files together. */
function duplicates(layers: readonly Layer[], problems: Problem[]): void {
  const seen = new Set<string>()
  for (const layer of layers) {
    const look = (what: string, name: string, path: readonly PropertyKey[]) => {
      const key = `${what} ${name}`
      if (seen.has(key)) {
        const line = layer.lineOf({ path, message: '' })
        problems.push({
          file: layer.file,
          line,
          field: path.map(String).join('.'),
          message: `${what} '${name}' stands twice`,
        })
      }
      seen.add(key)
    }
    const groups = (list: readonly GroupSpec[], path: readonly PropertyKey[]) => {
      list.forEach((group, i) => {
        look('group', group.key, [...path, i, 'key'])
        if (group.children) groups(group.children, [...path, i, 'children'])
      })
    }
    groups(layer.spec.groups ?? [], ['groups'])
    for (const [i, { name }] of (layer.spec.roles ?? []).entries()) look('role', name, ['roles', i, 'name'])
    for (const [i, { loginName }] of (layer.spec.users ?? []).entries()) {
      look('account', loginName, ['users', i, 'loginName'])
    }
  }
}
