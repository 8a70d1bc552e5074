import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAdapter, STANDARD_ADAPTER } from '@backlot/contract/adapters/platform-adapter'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { ALL_CAPABILITIES } from '@backlot/contract/capabilities'
import { controlVerifyCode } from '@backlot/contract/control/calls'
import { openApi } from '@backlot/contract/openapi'
import { createSimulator, type Simulator } from '@backlot/simulator/create-simulator'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CheckOptions, checkPlatform } from '../../cli/src/check/check-platform.ts'
import type { CheckReport } from '../../cli/src/check/report.ts'
import { main } from '../../cli/src/program.ts'
import { control } from '../../testing/control.ts'
import { DEMO_PASSWORD, Operator } from '../../testing/operator.ts'
import { behindTls, CERTIFICATE } from './check/behind-tls.ts'
import { type OpenApi, serveOpenApi } from './check/openapi-mock.ts'

const DEVIATIONS_FILE = join(import.meta.dirname, 'check/deviations.yaml')
const FURTHER_DEVIATIONS_FILE = join(import.meta.dirname, 'check/further-deviations.yaml')

const start = (deviations?: string) =>
  createSimulator({
    port: 0,
    data: ':memory:',
    seed: 7,
    rtmpPort: null,
    hj212Port: null,
    jt808Port: null,
    logLevel: 'silent',
    pushAllow: ['localhost:65535'],
    ...(deviations === undefined ? { checkReplies: true } : { deviations }),
  })

/** A walk over everything, strict. */
function check(url: string, options: Partial<CheckOptions> = {}): Promise<CheckReport> {
  return checkPlatform({
    platform: new URL(url),
    account: { loginName: 'admin', password: DEMO_PASSWORD },
    adapter: STANDARD_ADAPTER,
    adapterName: 'standard',
    projectName: 'backlot',
    write: false,
    strict: true,
    listenMs: 1000,
    concurrency: 4,
    only: [],
    allow: [],
    readCode: async (key) => (await control(url, controlVerifyCode, { params: { key } })).code,
    signal: new AbortController().signal,
    onStep: () => {},
    ...options,
  })
}

/** `call kind field` of everything that is other. */
const differencesOf = ({ subjects }: CheckReport) =>
  subjects.flatMap(({ name, differences }) =>
    differences.map(({ kind, field }) => `${name} ${kind}${field && ` ${field}`}`),
  )

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-check-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the program in this process. Answers its exit code and its output. */
async function run(...args: string[]) {
  const written = { out: '', err: '' }
  const keep = (to: 'out' | 'err') => (text: unknown) => {
    written[to] += String(text)
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep('err')),
  ]
  process.exitCode = undefined
  await main(['check', '--account', 'admin', '--listen', '100ms', ...args])
  const code = process.exitCode
  process.exitCode = undefined
  for (const spy of spies) spy.mockRestore()
  return { code, ...written }
}

describe('a simulator as it is', () => {
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await start()
  })
  afterAll(() => simulator?.[Symbol.asyncDispose]())
  afterEach(() => {
    process.exitCode = undefined
  })

  it('is clean, what the check makes included, and keeps nothing of it', async () => {
    const report = await check(simulator.url, { write: true })
    expect(differencesOf(report)).toEqual([])
    expect(report).toMatchObject({ clean: true, leftBehind: [] })
    const tried = report.subjects.filter(({ notTried }) => notTried === undefined)
    expect(tried.length).toBeGreaterThan(190)
    expect(tried.filter(({ kind }) => kind === 'write').length).toBeGreaterThan(60)
    expect(report.sums.stated.fields + report.sums.assumed.fields).toBeGreaterThan(1800)
    // Every reading call was made, except for things that this platform lacks.
    const reads = report.subjects.filter(({ kind, notTried }) => kind === 'read' && notTried !== undefined)
    expect(reads.map(({ name }) => name)).toEqual(['upgrades.run', 'uploads.read'])
    const stream = report.subjects.find(({ name }) => name === 'stream')
    expect(stream?.facts.slice(0, 2)).toEqual(['FLV over WebSocket', 'H.264 640×360'])

    const admin = await Operator.signIn(simulator.url)
    for (const name of [
      'users.list',
      'roles.list',
      'deviceAdmin.groups',
      'deviceAdmin.types',
      'templates.list',
    ]) {
      const call = PLATFORM_CALLS.find((one) => one.name === name)!
      expect(JSON.stringify((await admin.ask(call, {})).data), name).not.toMatch(/check|chk[0-9a-f]{8}/)
    }
  })

  it('keeps what may not be told out of every report', async () => {
    const names = { html: join(folder, 'a.html'), json: join(folder, 'a.json'), junit: join(folder, 'a.xml') }
    const only = ['--only', 'session.*', '--only', 'stream']
    const files = ['--html', names.html, '--json', names.json, '--junit', names.junit]
    const { code, out } = await run('--platform', simulator.url, ...only, ...files)
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('matches the contract') })
    const all =
      out +
      Object.values(names)
        .map((name) => readFileSync(name, 'utf8'))
        .join('')
    for (const secret of [DEMO_PASSWORD, Operator.hash(DEMO_PASSWORD), 'token=', 'backlot_session'])
      expect(all).not.toContain(secret)
    expect(readFileSync(names.html, 'utf8')).not.toMatch(/<script|src=|https?:\/\/(?!127)/)
    expect(readFileSync(names.junit, 'utf8')).toMatch(/<testsuite name="stated" tests="\d+" failures="0"/)
  })

  it('is walked over TLS: calls, channel and stream trust what --ca or --insecure say, and nothing else', async () => {
    await using secure = await behindTls(simulator.url)
    const only = ['--only', 'session.clock', '--only', 'channel.pong', '--only', 'stream', '--strict']
    const at = ['--platform', secure.url, '--verify-code', 'x', ...only]
    expect(await run(...at)).toMatchObject({
      code: 3,
      err: expect.stringMatching(/cannot be reached: .*certificate/),
    })
    for (const trust of [{ ca: CERTIFICATE }, { insecure: true }]) {
      const report = await check(secure.url, {
        ...trust,
        only: ['session.clock', 'channel.pong', 'stream'],
        readCode: async (key) => (await control(simulator.url, controlVerifyCode, { params: { key } })).code,
      })
      expect(differencesOf(report)).toEqual([])
      const tried = report.subjects.filter(({ notTried }) => notTried === undefined)
      expect(tried.map(({ name }) => name)).toEqual(['channel.pong', 'session.clock', 'stream'])
    }
  })

  it('that is asked to end in the middle of its writing removes what it made', async () => {
    const stop = new AbortController()
    const report = await check(simulator.url, {
      write: true,
      signal: stop.signal,
      only: ['users.*', 'deviceAdmin.*', 'channel.*'],
      listenMs: 3_600_000,
      onStep: (step) => step.startsWith('writing calls') && setTimeout(() => stop.abort(), 30),
    })
    expect(report.leftBehind).toEqual([])
    const written = report.subjects.filter(({ kind, count = 0 }) => kind === 'write' && count > 0)
    expect(written.length).toBeGreaterThan(0)
    const admin = await Operator.signIn(simulator.url)
    for (const name of ['users.list', 'roles.list', 'deviceAdmin.groups']) {
      const call = PLATFORM_CALLS.find((one) => one.name === name)!
      expect(JSON.stringify((await admin.ask(call, {})).data), name).not.toMatch(/chk[0-9a-f]{8}/)
    }
  })

  it('ends with 2 when nobody can sign in so, and with 3 when nothing answers', async () => {
    writeFileSync(join(folder, 'secret'), 'Wrong@2026\n')
    const wrong = ['--platform', simulator.url, '--password-file', join(folder, 'secret')]
    expect(await run(...wrong)).toMatchObject({ code: 2, err: expect.stringContaining('could not sign in') })
    expect(await run('--platform', 'http://127.0.0.1:1')).toMatchObject({
      code: 3,
      err: expect.stringMatching(/cannot be reached: .*ECONNREFUSED/),
    })
  })
})

describe('a server that knows nothing but our OpenAPI description', () => {
  const description = openApi(PLATFORM_CALLS, 'test') as unknown as OpenApi
  const readCode = () => Promise.resolve('code')
  const rowsOf = (body: unknown) => (body as { data: { list: Record<string, unknown>[] } }).data.list
  /** An example of a user may nothing, one of a device can nothing: here they may and can all. */
  const capable = (operationId: string, body: unknown) => {
    if (operationId === 'devices.tree') Object.assign(rowsOf(body)[0]!, { ability: 511, isPtz: true })
    if (operationId === 'session.login' || operationId === 'session.getInfo')
      Object.assign((body as { data: { userInfo: object } }).data.userInfo, {
        systemFunction: ALL_CAPABILITIES,
        permission: PLATFORM_CALLS.flatMap(({ access }) =>
          access.kind === 'routes' ? access.routes.map((target) => ({ target })) : [],
        ),
      })
    return body
  }
  /** Differences that no description of calls has, and rules between values, which none can express. */
  const OTHERWISE = [
    'channel.signIn lacking',
    'deviceConfig.getNetworkParam range data.rtspPort',
    'deviceConfig.getTimingSwitch range data.offMinute',
    'senseControllers.list range data.list[].baudRate',
    'stream missing',
  ]

  it('is walked: it lacks channel and stream, and has every call', async () => {
    await using mock = await serveOpenApi(description, capable)
    const report = await check(mock.url, { readCode })
    expect(differencesOf(report)).toEqual(OTHERWISE)
    const reads = report.subjects.filter(({ kind, notTried }) => kind === 'read' && notTried === undefined)
    expect(reads.length).toBeGreaterThan(80)
  })

  it('is read through an adapter where it speaks otherwise', async () => {
    await using mock = await serveOpenApi(description, (operationId, body) => {
      if (operationId === 'session.verifyCode') return undefined
      const { data } = capable(operationId, body) as { data: unknown }
      if (operationId === 'roles.list')
        for (const row of rowsOf(body)) {
          row['title'] = row['name']
          delete row['name']
        }
      return { status: 'ok', text: '', result: data }
    })
    const adapter = readAdapter({
      password: { digest: 'md5' },
      envelope: { code: 'status', successIs: ['ok'], msg: 'text', data: 'result' },
      calls: { 'roles.list': { rows: { name: 'title' } } },
      lacks: ['session.verifyCode'],
    })
    const only = ['roles.*', 'session.*', 'alarms.*']
    const report = await check(mock.url, { readCode, adapter, adapterName: 'own', only })
    expect(differencesOf(report)).toEqual([])
    const lacked = report.subjects.find(({ name }) => name === 'session.verifyCode')
    expect(lacked?.notTried).toBe('the adapter lists no such call for the platform')
    // Without it nobody gets in.
    await expect(check(mock.url, { readCode, only })).rejects.toThrow('could not sign in')
  })

  it('gets back what was made, also after a failure; what stays is told', async () => {
    const asked: string[] = []
    await using mock = await serveOpenApi(description, (operationId, body) => {
      asked.push(operationId)
      return ['users.kick', 'deviceAdmin.deleteGroup'].includes(operationId)
        ? undefined
        : capable(operationId, body)
    })
    const only = ['roles.*', 'users.*', 'deviceAdmin.*']
    const report = await check(mock.url, { readCode, write: true, strict: false, only })
    expect(asked).toEqual(expect.arrayContaining(['users.delete', 'roles.delete', 'deviceAdmin.delete']))
    expect(report.leftBehind).toEqual([
      expect.stringMatching(/^group check 2 chk\w+$/),
      expect.stringMatching(/^group check chk\w+$/),
    ])
    expect(report.clean).toBe(false)
  })

  it('is seen to lack calls, to have fields too many, and one bad row', async () => {
    await using mock = await serveOpenApi(description, (operationId, body) => {
      if (operationId === 'roles.list') return undefined
      if (operationId === 'users.list') rowsOf(body)[0]!['department'] = 'north'
      if (operationId === 'alarms.list') {
        const [row] = rowsOf(body)
        rowsOf(body).push({ ...row }, { ...row, startTime: 'yesterday' })
      }
      return capable(operationId, body)
    })
    const only = ['roles.list', 'users.list', 'alarms.list']
    const report = await check(mock.url, { readCode, only })
    expect(differencesOf(report)).toEqual([
      'alarms.list type data.list[].startTime',
      'roles.list lacking',
      'users.list extra data.list[].department',
    ])
    const { differences } = report.subjects.find(({ name }) => name === 'alarms.list')!
    expect(differences[0]).toMatchObject({ count: 1, of: 3, places: ['data.list[2].startTime'] })
  })
})

describe('a simulator that deviates on purpose', () => {
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await start(DEVIATIONS_FILE)
  })
  afterAll(() => simulator?.[Symbol.asyncDispose]())

  it('is seen through: each deviation, and nothing else', async () => {
    const report = await check(simulator.url)
    expect(differencesOf(report)).toEqual([
      'alarmTypes.levels range data.list[].tone',
      'alarms.list range data.list[].isRead',
      'alarms.shieldList lacking',
      'channel.gps type list[].speed',
      'channel.pong extra host',
      'channel.status missing',
      'devices.channels type data.list[].lineId',
      'roles.list missing data.list[].permission',
      'roles.list extra data.list[].rights',
      'servers.list extra data.list[].colour',
      'session.getInfo missing data.userInfo.systemName.en',
      'situation.weather lacking',
      'statistics.onlineByRange refused',
      'stream type videoCodec',
      'users.list missing data.list[].roleName',
    ])
    const [bad] = report.subjects.find(({ name }) => name === 'alarms.list')!.differences
    expect(bad).toMatchObject({ count: 1, places: ['data.list[3].isRead'], seen: 'whole number 9' })
    expect(report.clean).toBe(false)
  })

  it('is seen through in the channel and the stream too', async () => {
    await using other = await start(FURTHER_DEVIATIONS_FILE)
    const report = await check(other.url, { only: ['channel.*', 'stream', 'liveVideo.*'] })
    expect(differencesOf(report)).toEqual([
      'channel.gps range list[].longitude',
      'channel.pong missing at',
      'channel.signIn type alarmCursor',
      'channel.subscribed missing id',
      'channel.subscribed extra subscription',
      'stream missing',
    ])
  })

  it('is as slow as it is', async () => {
    const report = await check(simulator.url, { only: ['session.clock'], slowMs: 300 })
    expect(differencesOf(report)).toEqual(['session.clock slower'])
  })

  it('ends with 1 for what is stated, for what is assumed only when strict, and not for what is allowed', async () => {
    const at = ['--platform', simulator.url]
    expect((await run(...at, '--only', 'alarms.shieldList')).code).toBe(1)
    const assumed = await run(...at, '--only', 'servers.list,situation.weather')
    expect(assumed).toMatchObject({
      code: 0,
      out: expect.stringContaining('the console hides the parts that need it'),
    })
    expect((await run(...at, '--only', 'servers.list', '--strict')).code).toBe(1)
    expect(
      (await run(...at, '--only', 'servers.list', '--strict', '--allow', 'servers.list:extra')).code,
    ).toBe(0)
  })

  it('is told by name, line and field when the file is wrong', async () => {
    const file = join(folder, 'wrong.yaml')
    const faultOf = async (text: string) => {
      writeFileSync(file, text)
      return start(file).then(
        () => '',
        (error: Error) => error.message.slice(error.message.indexOf('wrong.yaml')),
      )
    }
    expect(await faultOf('calls:\n  - call: user.list\n    kind: lacking\n')).toBe(
      "wrong.yaml:2: calls[0].call: there is no call user.list. Did you mean 'users.list'?",
    )
    expect(await faultOf('calls:\n  - { call: users.list, kind: gone }\n')).toBe(
      'wrong.yaml:2: calls[0].kind: must be one of missing, renamed, type, range, extra, lacking, code, slow',
    )
    expect(await faultOf("messages:\n  - { message: gps, kind: missing, field: 'list[].sm' }\n")).toBe(
      'wrong.yaml:2: messages[0].field: gps has no such field',
    )
    expect(await faultOf('calls:\n  - { call: users.list, kind: slow }\n')).toBe(
      'wrong.yaml:2: calls[0].delayMs: is missing',
    )
  })
})
