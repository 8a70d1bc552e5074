import { readFileSync } from 'node:fs'
import { unknownNames } from '@backlot/contract/adapters/known-calls'
import {
  type PlatformAdapter as Adapter,
  PlatformAdapter,
  STANDARD_ADAPTER,
} from '@backlot/contract/adapters/platform-adapter'
import { SHIPPED_ADAPTERS } from '@backlot/contract/adapters/shipped-adapters'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { CHANNEL_PATH } from '@backlot/contract/channel/frames'
import { TALK_PATH } from '@backlot/contract/talk/frames'
import { z } from 'zod'
import { certificatesOf } from '../console-server/platform-flags.ts'
import { isLoopbackHost } from '../loopback-target.ts'
import { listOf, numberOf } from '../parse-number.ts'
import { spanOf } from '../spans.ts'
import { UserError } from '../user-error.ts'
import type { CheckOptions } from './check-platform.ts'
import { namePattern } from './name-pattern.ts'
import { readVerifyCode } from './read-verify-code.ts'
import { DIFFERENCE_KINDS } from './report.ts'

export type CheckFlags = {
  platform: string
  account: string
  passwordEnv: string
  passwordFile?: string
  password?: string
  verifyCode?: string
  channel?: string
  adapter: string
  project: string
  only?: string[]
  write?: boolean
  listen: string
  slow?: string
  strict?: boolean
  allow?: string[]
  concurrency: string
  ca?: string
  insecure?: boolean
  html?: string
  json?: string
  junit?: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** Options from the flags. Throws a UserError that names the flag. */
export function checkOptions(
  flags: CheckFlags,
  env: Environment,
  rest: Pick<CheckOptions, 'signal' | 'onStep'>,
): CheckOptions {
  const platform = addressOf('--platform', flags.platform, ['http', 'https'])
  return {
    ...rest,
    platform,
    channel: flags.channel === undefined ? undefined : addressOf('--channel', flags.channel, ['ws', 'wss']),
    account: { loginName: flags.account, password: passwordOf(flags, env) },
    adapter: adapterOf(flags.adapter),
    adapterName: flags.adapter,
    projectName: flags.project,
    write: flags.write ?? false,
    strict: flags.strict ?? false,
    slowMs: flags.slow === undefined ? undefined : numberOf('--slow', flags.slow, { min: 1, max: 60_000 }),
    listenMs: spanOf('--listen', flags.listen, { minMs: 100, maxMs: 3_600_000, said: 'from 100ms to 1h' }),
    concurrency: numberOf('--concurrency', flags.concurrency, { min: 1, max: 16, whole: true }),
    only: (flags.only ?? []).flatMap((text) => listOf(text) ?? []).map(knownPattern),
    allow: (flags.allow ?? []).flatMap((text) => listOf(text) ?? []).map(knownKind),
    ca: flags.ca === undefined ? undefined : certificatesOf(flags.ca),
    insecure: flags.insecure ?? false,
    readCode: (verifyKey, image) =>
      flags.verifyCode === undefined
        ? readVerifyCode({ platform, verifyKey, image, token: env['BACKLOT_CONTROL_TOKEN'] })
        : Promise.resolve(flags.verifyCode),
  }
}

function addressOf(flag: string, text: string, schemes: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !schemes.includes(url.protocol.slice(0, -1)))
    throw new UserError(
      `${flag} ${text}: expected an address: ${schemes.map((one) => `${one}://…`).join(' or ')}.`,
    )
  if (url.username || url.password)
    throw new UserError(`${flag}: remove the name and password; use --account and --password-file.`)
  return url
}

function passwordOf(flags: CheckFlags, env: Environment): string {
  if (flags.password !== undefined) return flags.password
  const given =
    flags.passwordFile === undefined
      ? env[flags.passwordEnv]
      : textOf('--password-file', flags.passwordFile).split(/\r?\n/, 1)[0]
  if (given) return given
  // The demo's own: there is nothing to keep secret about it.
  if (flags.passwordFile === undefined && isLoopbackHost(new URL(flags.platform).hostname))
    return DEMO_PASSWORD
  throw new UserError(`No password for ${flags.account}: set ${flags.passwordEnv}, or give --password-file.`)
}

const DEMO_PASSWORD = 'Backlot@2026'

function textOf(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UserError(`${flag} ${file} cannot be read: ${(error as Error).message}.`)
  }
}

/** An adapter by its name, or from a file: an adapter, or a `config.json` that has one. */
function adapterOf(given: string): Adapter {
  if (given === 'standard') return STANDARD_ADAPTER
  if (Object.hasOwn(SHIPPED_ADAPTERS, given)) return PlatformAdapter.parse(given)
  const entry = entryIn(given)
  const read = PlatformAdapter.safeParse(entry)
  if (!read.success)
    throw new UserError(`--adapter ${given}: ${z.prettifyError(read.error).replaceAll('\n', ' ')}`)
  const [unknown] = unknownNames(read.data, PLATFORM_CALLS, [CHANNEL_PATH, TALK_PATH])
  if (unknown) throw new UserError(`--adapter ${given}: ${unknown.field}: ${unknown.message}`)
  return read.data
}

function entryIn(file: string): unknown {
  const names = Object.keys(SHIPPED_ADAPTERS).join(', ')
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UserError(
      `--adapter ${file}: give ${names}, or a readable JSON file (${(error as Error).message}).`,
    )
  }
  return typeof value === 'object' && value !== null && 'adapter' in value ? value.adapter : value
}

/** Checks a pattern of --only. */
function knownPattern(text: string): string {
  const names = [...PLATFORM_CALLS.map(({ name }) => name), 'stream']
  const pattern = namePattern(text)
  if (text.startsWith('channel.') || names.some((name) => pattern.test(name))) return text
  throw new UserError(
    `--only ${text}: there is no such call. Write alarms.list, 'alarms.*', 'channel.*' or stream.`,
  )
}

function knownKind(text: string): string {
  const kind = text.split(':').at(-1)
  if (DIFFERENCE_KINDS.some((one) => one === kind)) return text
  throw new UserError(`--allow ${text}: give one of ${DIFFERENCE_KINDS.join(', ')}, or call:kind.`)
}
