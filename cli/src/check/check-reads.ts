import type { CallParts } from '@backlot/contract/adapters/call-request'
import type { AnyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { hasCapability } from '@backlot/contract/capabilities'
import type { UserInfo } from '@backlot/contract/session/entities'
import { Comparer } from './compare.ts'
import type { Knowledge } from './knowledge.ts'
import { Unreachable } from './platform-client.ts'
import { READ_INPUTS } from './read-inputs.ts'
import { type Reply, replySchemaOf, ruleFaults } from './read-reply.ts'
import { type Finding, wholeDifference } from './report.ts'

/** Asks a platform; the reply is in the contract's form, whatever the platform's own is. */
export type Ask = (call: AnyCall, input: CallParts & { bytes?: Uint8Array }) => Promise<Asked>

export type Asked = {
  reply: Reply
  tookMs: number
  /** Whether a further field is only the platform's own name of one. */
  isRenamed(field: string): boolean
}

export type ReadsDeps = {
  ask: Ask
  known: Knowledge
  /** Most pending calls at a time. */
  concurrency: number
  wants(name: string): boolean
  slowMs: number | undefined
  /** Ends early. */
  signal: AbortSignal
  onFinding(finding: Finding): void
}

/** Texts for the user's console, where a platform lacks a call. */
export const WITHOUT = {
  hide: 'the console hides the parts that need it',
  disable: 'the console disables the parts that need it',
  fallback: 'the console works without it',
} as const
const KNOWN_LACK = 'the adapter lists no such call for the platform'
/** An answer past the limit is requested again: the quickest counts. */
const SLOW_TRIES = 2
/** Signing in is looked at when it is done; a visit is written into a log. */
const NOT_READ = new Set(['session.verifyCode', 'logs.visit'])
/** Calls that all arguments come from; made before the others. */
const FIRST = ['session.getInfo', 'session.clock', 'devices.tree']

/** The calls that change nothing. */
export const READ_CALLS = PLATFORM_CALLS.filter(({ writes, name }) => !writes && !NOT_READ.has(name))

/** Makes every call that changes nothing, with arguments that earlier answers name. */
export async function checkReads(deps: ReadsDeps): Promise<void> {
  const wanted = withSources(READ_CALLS.filter(({ name }) => deps.wants(name)))
  const isLate = ({ name }: AnyCall) => (READ_INPUTS[name]?.from.length ?? 0) > 0
  const dependsOnLate = ({ name }: AnyCall) =>
    READ_INPUTS[name]?.from.some(
      (source) => !FIRST.includes(source) && (READ_INPUTS[source]?.from.length ?? 0) > 0,
    )
  const stages: ((call: AnyCall) => boolean)[] = [
    ({ name }) => FIRST.includes(name),
    (call) => !FIRST.includes(call.name) && !isLate(call),
    (call) => isLate(call) && !dependsOnLate(call) && !FIRST.includes(call.name),
    (call) => Boolean(dependsOnLate(call)),
  ]
  for (const isOfStage of stages) {
    await inTurn(wanted.filter(isOfStage), deps.concurrency, async (call) => {
      if (deps.signal.aborted) return
      const finding = await checkRead(call, deps)
      if (deps.wants(call.name)) deps.onFinding(finding)
    })
  }
}

/** Calls with those whose answers they need. */
function withSources(calls: readonly AnyCall[]): AnyCall[] {
  const names = new Set(calls.map(({ name }) => name))
  for (const name of names) for (const source of READ_INPUTS[name]?.from ?? []) names.add(source)
  if (names.size > 0) for (const name of FIRST) names.add(name)
  return READ_CALLS.filter(({ name }) => names.has(name))
}

async function checkRead(call: AnyCall, { ask, known, slowMs }: ReadsDeps): Promise<Finding> {
  const head = headOf(call, 'read')
  const barred = barredFrom(call, known.user)
  if (barred) return { ...head, notTried: barred }
  const own = READ_INPUTS[call.name]
  const inputs = own ? own.inputs(known) : [{}]
  if (inputs.length === 0) return { ...head, notTried: own?.about ?? 'nothing to ask for' }
  let count = 0
  let last: Finding | undefined
  for (const input of inputs) {
    const { finding, reply } = await lookAt(call, head, () => ask(call, input), slowMs)
    count += finding.count ?? 0
    if (reply?.outcome === 'answered') {
      known.learn(call.name, reply.data)
      return { ...finding, count }
    }
    last ??= finding
  }
  return { ...last!, count }
}

/** Makes the call, and reports all differences of the answer. */
export async function lookAt(
  call: AnyCall,
  head: Finding,
  ask: () => ReturnType<Ask>,
  slowMs?: number,
): Promise<{ finding: Finding; reply?: Reply }> {
  try {
    let asked = await ask()
    let count = 1
    const mayRepeat = head.kind === 'read'
    while (slowMs !== undefined && mayRepeat && asked.tookMs > slowMs && count < SLOW_TRIES) {
      const again = await ask()
      count++
      if (again.tookMs < asked.tookMs) asked = again
    }
    const { reply, tookMs } = asked
    if (reply.outcome === 'lacking' && reply.isKnown) return { finding: { ...head, notTried: KNOWN_LACK } }
    const finding = { ...head, count, tookMs: Math.round(tookMs), ...foundIn(call, asked) }
    if (slowMs !== undefined && tookMs > slowMs)
      finding.differences = [
        ...(finding.differences ?? []),
        wholeDifference('slower', `at most ${slowMs} ms`, `${Math.round(tookMs)} ms`),
      ]
    return { finding, reply }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return {
      finding: { ...head, count: 1, differences: [wholeDifference('broken', 'an answer', error.message)] },
    }
  }
}

function foundIn(
  call: AnyCall,
  { reply, isRenamed }: Asked,
): Pick<Finding, 'differences' | 'present' | 'absent'> {
  if (reply.outcome === 'lacking')
    return { differences: [wholeDifference('lacking', 'the call', reply.seen)] }
  if (reply.outcome === 'broken') {
    const expected = call.raw?.reply ?? 'a JSON answer'
    return { differences: [wholeDifference('broken', expected, reply.seen)] }
  }
  if (reply.outcome === 'refused') {
    const said = reply.msg === '' ? '' : `: ${reply.msg}`
    return { differences: [wholeDifference('refused', 'code 0', `code ${reply.code}${said}`)] }
  }
  if (reply.body === undefined) return { present: ['(bytes)'] }
  const comparer = new Comparer(replySchemaOf(call)).add(reply.body)
  const { differences, present, absent } = comparer.result()
  return {
    differences: [...differences, ...ruleFaults(call, reply.data, comparer)].filter(
      ({ kind, field }) => kind !== 'extra' || !isRenamed(field),
    ),
    present,
    absent: [...absent].sort(),
  }
}

export function headOf(call: AnyCall, kind: 'read' | 'write'): Finding {
  const { name, origin, method, path, whenMissing } = call
  return {
    name,
    kind,
    origin,
    where: `${method} ${path}`,
    ...(whenMissing ? { whenMissing: WITHOUT[whenMissing] } : {}),
  }
}

/** Why the account may not make a call, by the contract; undefined when it may, or nothing is known of it. */
export function barredFrom({ access }: AnyCall, user: UserInfo | undefined): string | undefined {
  if (access.kind !== 'routes' || !user) return undefined
  const may = user.permission.some(({ target }) => access.routes.includes(target))
  if (!may) return 'the account does not have the permission'
  const isOn = !access.anyOf || access.anyOf.some((one) => hasCapability(user.systemFunction, one))
  return isOn ? undefined : `the platform does not have the capability ${access.anyOf?.join(' or ')}`
}

/** Works through a list, with a limit of concurrency. */
async function inTurn<T>(
  list: readonly T[],
  concurrency: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...list]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, list.length) }, worker))
}
