import { randomBytes } from 'node:crypto'
import { lacksCall, platformPath, platformRequest } from '@backlot/contract/adapters/call-request'
import { passwordDigest } from '@backlot/contract/adapters/password-digest'
import type { PlatformAdapter } from '@backlot/contract/adapters/platform-adapter'
import { rewrittenAddress } from '@backlot/contract/adapters/stream-address'
import { anyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { logout } from '@backlot/contract/session/calls'
import { checkChannel } from './check-channel.ts'
import { type Ask, checkReads, headOf, lookAt } from './check-reads.ts'
import { checkStream } from './check-stream.ts'
import { checkWrites, notWritten } from './check-writes.ts'
import { Knowledge } from './knowledge.ts'
import { namePattern } from './name-pattern.ts'
import { PlatformClient, type Trust } from './platform-client.ts'
import { isRenamed, readReply } from './read-reply.ts'
import { type CheckReport, type Finding, judged, sumsOf, withoutSecrets } from './report.ts'
import { type Account, signIn } from './sign-in.ts'
import { WriteBench } from './write-bench.ts'

export type CheckOptions = Trust & {
  platform: URL
  /** The channel's address when it is not `/realtime` of the platform. */
  channel?: URL | undefined
  account: Account
  adapter: PlatformAdapter
  adapterName: string
  projectName: string
  write: boolean
  strict: boolean
  /** Answers that take longer are a difference; undefined: time is measured only. */
  slowMs?: number | undefined
  /** How long the channel is listened to. */
  listenMs: number
  /** Most pending calls at a time. */
  concurrency: number
  /** Names with `*`; empty: everything. */
  only: readonly string[]
  /** Differences that do not count: `extra`, `alarms.list:extra`. */
  allow: readonly string[]
  readCode(verifyKey: string, image: string): Promise<string>
  /** Ends early: created things are removed first. */
  signal: AbortSignal
  /** Reports the current step to the waiting user. */
  onStep(step: string): void
}

/**
 * Holds a platform against the contract. Throws Unreachable when nothing answers at the first call, and a UserError
 * when the account cannot sign in.
 */
export async function checkPlatform(options: CheckOptions): Promise<CheckReport> {
  const { platform, adapter, account, onStep, signal } = options
  const began = new Date()
  using client = new PlatformClient(platform, { ...options, connections: options.concurrency })
  const known = new Knowledge()
  const ask = platformAsk(client, adapter)
  const wants = matcherOf(options.only)
  const findings = new Map<string, Finding>()
  const add = (finding: Finding) => {
    const before = findings.get(finding.name)
    if (!before || before.notTried !== undefined) findings.set(finding.name, finding)
  }
  const addAll = (list: readonly Finding[]) => list.forEach(add)
  const parts = { ask, client, known, adapter, wants, signal }

  onStep('signing in')
  // Reports at once that nothing answers.
  await client.send({ method: 'GET', path: '/', headers: {} })
  const entered = await signIn({ ...parts, account, readCode: options.readCode })
  addAll(entered.findings)
  const bench = new WriteBench({
    ask,
    known,
    freshPassword: () => passwordDigest(`Aa1-${randomBytes(9).toString('base64url')}`, adapter.password),
  })
  const secrets = [...entered.secrets]
  try {
    onStep('reading calls')
    await checkReads({ ...parts, concurrency: options.concurrency, slowMs: options.slowMs, onFinding: add })
    if (!signal.aborted && (wants('stream') || wants('liveVideo.start') || wants('liveVideo.stop'))) {
      onStep('a stream')
      addAll(await checkStream({ ...parts, mediaUrl: (text) => rewrittenAddress(adapter, text) }))
    }
    const hears = !signal.aborted && wants.some('channel.')
    const writes = !signal.aborted && options.write
    onStep(writes ? 'writing calls and the channel' : 'the channel')
    const written = writes ? checkWrites(bench, wants, signal) : Promise.resolve([])
    const heard = hears
      ? checkChannel({
          ...parts,
          loginName: account.loginName,
          projectName: options.projectName,
          sessionId: client.sessionId,
          channel: options.channel,
          listenMs: options.listenMs,
          awaited: [...(known.place() ? ['gps'] : []), ...(known.devices().length > 0 ? ['status'] : [])],
          ...(writes ? { meanwhile: written } : {}),
        })
      : Promise.resolve([])
    // Both to their ends: created things are removed, whatever the channel does.
    const done = await Promise.allSettled([written, heard])
    for (const part of done) {
      if (part.status === 'rejected') throw part.reason
      addAll(part.value)
    }
    addAll(notWritten(options.write, new Set(findings.keys())).filter(({ name }) => wants(name)))
  } finally {
    secrets.push(...client.secrets)
    const out = anyCall(logout)
    const left = await lookAt(out, headOf(out, 'write'), () => ask(out, { body: {} }))
    if (wants(out.name)) add(left.finding)
  }
  return withoutSecrets(reportOf(options, began, findings, bench.leftBehind), secrets)
}

function reportOf(
  options: CheckOptions,
  began: Date,
  findings: ReadonlyMap<string, Finding>,
  leftBehind: readonly string[],
): CheckReport {
  const { platform, account, adapter, adapterName, write, strict, slowMs, only, allow } = options
  const subjects = [...findings.values()]
    .map((finding) => judged({ ...finding, ...placeOf(finding, adapter) }, { strict, allow }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  return {
    platform: `${platform.origin}${platform.pathname}`,
    account: account.loginName,
    adapter: adapterName,
    startedAt: began.toISOString(),
    lastedMs: Date.now() - began.getTime(),
    settings: { write, strict, slowMs: slowMs ?? null, only: [...only], allow: [...allow] },
    clean:
      leftBehind.length === 0 &&
      subjects.every(({ differences }) => differences.every(({ counts }) => !counts)),
    sums: { stated: sumsOf(subjects, 'stated'), assumed: sumsOf(subjects, 'assumed') },
    leftBehind,
    subjects,
  }
}

/** Where the platform has a call, which an adapter may know otherwise than the contract. */
function placeOf({ name }: Finding, adapter: PlatformAdapter): Partial<Finding> {
  const call = PLATFORM_CALLS.find((one) => one.name === name)
  if (!call) return {}
  const method = adapter.calls[name]?.method ?? call.method
  return { where: `${method} ${platformPath(adapter, call.path)}` }
}

type Matcher = ((name: string) => boolean) & { some(start: string): boolean }

/** Whether a name is one of those that are wanted. */
function matcherOf(only: readonly string[]): Matcher {
  const patterns = only.map(namePattern)
  const matches = (name: string) => patterns.length === 0 || patterns.some((pattern) => pattern.test(name))
  /** Whether any name that begins so can be. */
  const some = (start: string) =>
    only.length === 0 ||
    only.some(
      (text) => text.startsWith(start) || (start.startsWith(text.split('*')[0] ?? '') && text.includes('*')),
    )
  return Object.assign(matches, { some })
}

/** Makes calls of the contract on a platform with an adapter. */
function platformAsk(client: PlatformClient, adapter: PlatformAdapter): Ask {
  return async (call, { bytes, ...parts }) => {
    const renamed = (field: string) => isRenamed(adapter, call, field)
    if (lacksCall(adapter, call.name)) {
      const reply = { outcome: 'lacking', seen: '', isKnown: true } as const
      return { reply, tookMs: 0, isRenamed: renamed }
    }
    const sent = { ...parts, ...(client.sessionId === '' ? {} : { sessionId: client.sessionId }) }
    const request = platformRequest(adapter, call, sent)
    const type = call.raw?.request?.at(-1)
    const exchange = await client.send({
      ...request,
      ...(bytes === undefined
        ? {}
        : { body: bytes, headers: { ...request.headers, ...(type ? { 'content-type': type } : {}) } }),
    })
    return { reply: readReply(adapter, call, exchange, sent), tookMs: exchange.tookMs, isRenamed: renamed }
  }
}
