// Fuzzes a whole platform: every call, message and frame, for the given time, and reports the smallest step that fails.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import type { AnyCall } from '../../../contract/src/call.ts'
import { ALL_CALLS } from '../../../contract/src/calls.ts'
import { ask, credentialsOf, endAsking } from './ask.ts'
import { type FuzzRequest, requestsOf, strangePaths } from './http-requests.ts'
import { createRig, type Rig } from './rig.ts'
import { runSocketStep, socketSteps } from './socket-steps.ts'
import { type Step, tellStep } from './tell-step.ts'
import { Fault, judgeEnvelope, judgeStatus } from './verdict.ts'
import { runWireStep, type WireStep, wireSteps } from './wire-steps.ts'

export type FuzzOptions = {
  seed: number
  seconds: number
  /** Calls to keep to, by parts of their names; all when empty. */
  only?: readonly string[]
  /** Called now and then. */
  onProgress?(line: string): void
}

export type FuzzReport = {
  steps: number
  /** Steps by kind. */
  counts: Readonly<Record<string, number>>
  /** Answers by status. */
  statuses: Readonly<Record<number, number>>
  /** Names of calls that were made. */
  calls: ReadonlySet<string>
  /** Of calls that succeeded at least once. */
  succeeded: ReadonlySet<string>
  /** Failure: the smallest failing step that was found, and how to run it again. */
  failure: string | undefined
}

/** How often the witness looks after their things, in steps. */
const CHECK_EVERY = 250
/** Memory that the platform and this fuzzer may hold on top of that after warming up. */
const MEMORY_BYTES = 512 * 1024 ** 2
/** Wrong sign-ins are counted by address, and this is everybody's. */
const SIGN_INS_MOST = 25

export async function fuzzPlatform({
  seed,
  seconds,
  only = [],
  onProgress,
}: FuzzOptions): Promise<FuzzReport> {
  const troubles: unknown[] = []
  const onTrouble = (error: unknown) => void troubles.push(error)
  process.on('unhandledRejection', onTrouble).on('uncaughtException', onTrouble)
  await using rig = await createRig()
  try {
    return await new FuzzRun(rig, troubles, onProgress).run(seed, seconds, only)
  } finally {
    process.off('unhandledRejection', onTrouble).off('uncaughtException', onTrouble)
    endAsking()
  }
}

class FuzzRun {
  readonly #rig: Rig
  readonly #troubles: readonly unknown[]
  readonly #onProgress: (line: string) => void
  readonly #calls = new Map(ALL_CALLS.map((call) => [call.name, call]))
  readonly #counts: Record<string, number> = {}
  readonly #statuses: Record<number, number> = {}
  readonly #made = new Set<string>()
  readonly #succeeded = new Set<string>()
  #memoryAtFirst: number | undefined
  #steps = 0
  #signIns = 0

  constructor(rig: Rig, troubles: readonly unknown[], onProgress: (line: string) => void = () => {}) {
    this.#rig = rig
    this.#troubles = troubles
    this.#onProgress = onProgress
  }

  async run(seed: number, seconds: number, only: readonly string[]): Promise<FuzzReport> {
    const property = fc.asyncProperty(this.#stepsOf(only), (step) => this.#take(step))
    const result = await fc.check(property, {
      seed,
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: seconds * 1000,
    })
    let failure: string | undefined
    if (result.counterexample) {
      const [smallest] = result.counterexample
      const reason = result.errorInstance instanceof Error ? result.errorInstance : undefined
      failure = `seed ${seed}, step ${result.numRuns}: ${reason?.stack ?? String(result.errorInstance)}\n${tellStep(smallest, this.#rig)}\nAgain: npm run fuzz -- platform --seed ${seed} --seconds ${seconds}`
    } else {
      failure = await this.#lookAround().then(
        () => undefined,
        (error: Error) => `seed ${seed}, after ${this.#steps} steps: ${error.message}`,
      )
    }
    return {
      steps: this.#steps,
      counts: this.#counts,
      statuses: this.#statuses,
      calls: this.#made,
      succeeded: this.#succeeded,
      failure,
    }
  }

  #stepsOf(only: readonly string[]): fc.Arbitrary<Step> {
    const named = (call: AnyCall) => only.length === 0 || only.some((part) => call.name.includes(part))
    const calls = fc.oneof(...ALL_CALLS.filter(named).map((call) => requestsOf(call, this.#rig)))
    if (only.length > 0) return calls
    return fc.oneof<fc.WeightedArbitrary<Step>[]>(
      { weight: 20, arbitrary: calls },
      { weight: 2, arbitrary: strangePaths() },
      { weight: 2, arbitrary: socketSteps(this.#rig) },
      { weight: 2, arbitrary: wireSteps() },
    )
  }

  async #take(step: Step): Promise<void> {
    this.#steps++
    this.#counts[step.kind] = (this.#counts[step.kind] ?? 0) + 1
    if (step.kind === 'http') await this.#takeRequest(step)
    else if ('frames' in step) await runSocketStep(step, this.#rig)
    else await this.#takeWire(step)
    if (this.#steps % CHECK_EVERY === 0) await this.#lookAround()
    this.#throwTroubles()
  }

  async #takeRequest(step: FuzzRequest): Promise<void> {
    const call = step.call === undefined ? undefined : this.#calls.get(step.call)
    if (call && this.#isBarred(call, step)) return
    const control = call?.access.kind === 'control'
    const session = control ? undefined : await this.#rig.session(step.role)
    const credentials = control
      ? { authorization: `Bearer ${this.#rig.controlToken}` }
      : credentialsOf(session)
    const { status, type, body } = await ask(this.#rig.port, step, credentials)
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1
    judgeStatus(status, call, body)
    judgeEnvelope(status, type, body)
    if (call) this.#made.add(call.name)
    if (call && status === 200 && (call.raw?.reply || body.startsWith('{"code":0'))) {
      this.#succeeded.add(call.name)
      if (!call.raw?.reply) this.#rig.harvest.take(call.name, body)
    }
    if (session !== undefined && (status === 401 || call?.name === 'session.logout'))
      this.#rig.ended(step.role)
    if (control && call.writes) await this.#calm()
  }

  /**
   * Bars calls that would end the run rather than test the platform: changes of its own accounts, and too many wrong
   * sign-ins.
   */
  #isBarred(call: AnyCall, { body }: FuzzRequest): boolean {
    if (call.name === 'session.login') return ++this.#signIns > SIGN_INS_MOST
    if (call.name === 'session.modifyPassword') return true
    // Its answer lasts until the client disconnects.
    if (call.name === 'control.live') return true
    const given = /^(users|roles)\.(update|delete|kick|resetPassword)$/.test(call.name)
      ? readFields(body)
      : undefined
    if (given === undefined) return false
    const { userId, roleId } = given
    if (call.name.startsWith('users.')) return this.#rig.protectedUsers.has(userId)
    return this.#rig.protectedRoles.has(roleId)
  }

  async #takeWire(step: WireStep): Promise<void> {
    const heard = await runWireStep(step, this.#rig)
    const answered = /^HTTP\/1\.1 (5\d\d)/.exec(heard.toString('latin1', 0, 20))
    if (step.kind === 'rawHttp' && answered)
      throw new Fault(`answers ${answered[1]}: ${heard.toString('latin1', 0, 400)}`)
  }

  /** Undoes global effects of the control API: the clock, storms, faults, servers that are down. */
  async #calm(): Promise<void> {
    const post = (path: string, body: object) =>
      ask(
        this.#rig.port,
        {
          method: 'POST',
          path,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from(JSON.stringify(body)),
        },
        { authorization: `Bearer ${this.#rig.controlToken}` },
      )
    await post('/control/faults/remove', {})
    await post('/control/storms/stop', {})
    await post('/control/clock', { action: 'realtime' })
  }

  async #lookAround(): Promise<void> {
    this.#throwTroubles()
    await this.#rig.check()
    const held = heldBytes()
    this.#memoryAtFirst ??= held
    const grown = held - this.#memoryAtFirst
    this.#onProgress(`${this.#steps} steps, ${(held / 1024 ** 2).toFixed(0)} MB held`)
    if (grown > MEMORY_BYTES) throw new Fault(`takes ${(grown / 1024 ** 2).toFixed(0)} MB more than at first`)
  }

  #throwTroubles(): void {
    const [trouble] = this.#troubles
    if (trouble !== undefined) throw trouble instanceof Error ? trouble : new Fault(String(trouble))
  }
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Memory of this thread after garbage collection. */
function heldBytes(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function readFields(body: Buffer | undefined): { userId: number; roleId: number } {
  try {
    const { userId, roleId } = JSON.parse(String(body)) as { userId?: unknown; roleId?: unknown }
    return { userId: Number(userId), roleId: Number(roleId) }
  } catch {
    return { userId: Number.NaN, roleId: Number.NaN }
  }
}
