import { lacksCall } from '@backlot/contract/adapters/call-request'
import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { CHANNEL_PATH } from '@backlot/contract/channel/frames'
import { TALK_PATH } from '@backlot/contract/talk/frames'
import type { Named } from '@backlot/simulator/kernel/language'
import type { MessageKey } from '@backlot/simulator/kernel/messages'
import { type MessageValues, type Refusal, refusal } from '@backlot/simulator/kernel/refusal'
import { namePattern } from '../check/name-pattern.ts'
import { UserError } from '../user-error.ts'

/** Sockets of the contract, by the word for each. */
const SOCKETS = { channel: CHANNEL_PATH, talk: TALK_PATH } as const
type SocketName = keyof typeof SOCKETS

const AREAS = [...new Set(PLATFORM_CALLS.map(({ name }) => areaOf(name)))]

/** What the platform itself always answers, and why. */
const NEVER: readonly { calls: RegExp; why: Named }[] = [
  {
    calls: /^session\./,
    why: {
      zh: '用户在平台登录，会话和权限以平台为准',
      en: 'users sign in at the platform, whose sessions and permissions count',
    },
  },
  {
    calls: /^devices\.(tree|channels)$/,
    why: {
      zh: '设备由平台的设备树给出；请选择设备的其他接口，例如 devices.positions',
      en: "the platform's tree names the devices; choose other calls of devices, such as devices.positions",
    },
  },
]

/** A pattern that fits nothing, or something that cannot be simulated; `refusal` says it in either language. */
export class WrongPattern extends UserError {
  readonly refusal: Refusal

  constructor(key: MessageKey, values: MessageValues) {
    const refused = refusal('invalid', key, values, 'patterns')
    super(`${refused.message}.`)
    this.refusal = refused
  }
}

/** Patterns as people list them: with commas, several times. */
export const patternsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(',').map((part) => part.trim())).filter((part) => part !== '')

/**
 * Which calls and sockets are simulated. A pattern is an area (`alarms`, `map-heat`), a call (`alarms.list`), either
 * with `*` for anything (`alarms.*`), `channel` or `talk`, or the beginning of a path of the contract (`/talk`,
 * `/alarm/statistics`).
 */
export class SimulatedCalls {
  #patterns: readonly string[] = []
  #calls: ReadonlySet<string> = new Set()
  #sockets: ReadonlySet<SocketName> = new Set()

  /** Throws a WrongPattern. */
  constructor(patterns: readonly string[]) {
    this.set(patterns)
  }

  get patterns(): readonly string[] {
    return this.#patterns
  }

  /** Whether the platform answers everything. */
  get isEmpty(): boolean {
    return this.#patterns.length === 0
  }

  /** Replaces all patterns; without effect when one of them is refused. */
  set(patterns: readonly string[]): void {
    const found = patterns.map(foundBy)
    this.#patterns = [...patterns]
    this.#calls = new Set(found.flatMap(({ calls }) => calls))
    this.#sockets = new Set(found.flatMap(({ sockets }) => sockets))
  }

  has(callName: string): boolean {
    return this.#calls.has(callName)
  }

  hasSocket(name: SocketName): boolean {
    return this.#sockets.has(name)
  }

  /** Calls that a platform lacks and that are not simulated. */
  missing(adapter: PlatformAdapter): string[] {
    return PLATFORM_CALLS.filter(({ name }) => lacksCall(adapter, name) && !this.has(name)).map(
      ({ name }) => name,
    )
  }

  /** Areas with the number of their calls, and how many of these are simulated. */
  areas(): { name: string; calls: number; simulated: number }[] {
    return AREAS.map((name) => {
      const calls = PLATFORM_CALLS.filter((call) => areaOf(call.name) === name)
      return { name, calls: calls.length, simulated: calls.filter((call) => this.has(call.name)).length }
    })
  }
}

function areaOf(callName: string): string {
  return callName.slice(0, callName.indexOf('.'))
}

function foundBy(pattern: string): { calls: string[]; sockets: SocketName[] } {
  const sockets = (Object.keys(SOCKETS) as SocketName[]).filter(
    (name) => name === pattern || (pattern.startsWith('/') && isBelow(SOCKETS[name], pattern)),
  )
  const calls = PLATFORM_CALLS.filter((call) => fits(pattern, call)).map(({ name }) => name)
  for (const { calls: never, why } of NEVER) {
    const refused = calls.find((name) => never.test(name))
    if (refused !== undefined) throw new WrongPattern('simulatedNever', { pattern, call: refused, why })
  }
  if (calls.length === 0 && sockets.length === 0)
    throw new WrongPattern('simulatedUnknown', {
      pattern,
      areas: AREAS.filter((name) => name !== 'session').join(', '),
      sockets: Object.keys(SOCKETS).join(', '),
    })
  return { calls, sockets }
}

function fits(pattern: string, { name, path }: { name: string; path: string }): boolean {
  if (pattern.startsWith('/')) return isBelow(path, pattern)
  const camel = pattern.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return areaOf(name) === camel || namePattern(camel).test(name)
}

const isBelow = (path: string, start: string) =>
  path === start || path.startsWith(`${start.replace(/\/$/, '')}/`)
