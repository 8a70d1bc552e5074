import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPlatform } from '@backlot/cli/check/check-platform'
import { consoleFiles, consoleHash } from '@backlot/cli/console-server/console-build'
import { CONSOLE_FOLDER, createConsoleServer } from '@backlot/cli/console-server/create-console-server'
import { readReply } from '@backlot/contract/adapters/call-reply'
import { type CallParts, platformRequest } from '@backlot/contract/adapters/call-request'
import { unknownNames } from '@backlot/contract/adapters/known-calls'
import { passwordDigest } from '@backlot/contract/adapters/password-digest'
import { readAdapter } from '@backlot/contract/adapters/platform-adapter'
import type { AnyCall, Call } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { CHANNEL_PATH } from '@backlot/contract/channel/frames'
import { CODES } from '@backlot/contract/codes'
import { ConsoleConfig } from '@backlot/contract/console-config'
import { deviceTree } from '@backlot/contract/devices/calls'
import { getInfo, login } from '@backlot/contract/session/calls'
import { expect, it } from 'vitest'
import { startForeignPlatform } from './foreign-platform/foreign-platform.ts'

const FOLDER = join(import.meta.dirname, 'foreign-platform')
const CONFIG = join(FOLDER, 'config.json')

it('shares no code with ours', async () => {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts'))
  expect(files).not.toEqual([])
  for (const name of files) {
    const text = await readFile(join(FOLDER, name), 'utf8')
    for (const [, from] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g))
      expect(from, name).toMatch(/^(node:|express$|ws$|\.\/[\w-]+\.ts$)/)
  }
})

it('is served the unchanged console: only config.json differs from what any other platform gets', async () => {
  await using platform = await startForeignPlatform()
  const origin = new URL(platform.url)
  await using foreign = await createConsoleServer({ platform: origin, configFile: CONFIG })
  await using plain = await createConsoleServer({ platform: origin })
  expect([foreign.hash, plain.hash]).toEqual([consoleHash(CONSOLE_FOLDER), consoleHash(CONSOLE_FOLDER)])
  for (const name of consoleFiles(CONSOLE_FOLDER)) {
    const answer = await fetch(`${foreign.url}/${name}`, { headers: { 'accept-encoding': 'identity' } })
    const served = Buffer.from(await answer.arrayBuffer())
    expect(served.equals(await readFile(join(CONSOLE_FOLDER, name))), name).toBe(true)
  }
  const configs = await Promise.all(
    [foreign, plain].map(async ({ url }) => (await fetch(`${url}/config.json`)).json()),
  )
  expect(configs[0]).not.toEqual(configs[1])
})

it('is held against the contract by backlot check: missing calls, extra fields and the broken node are found, the stream plays', async () => {
  await using platform = await startForeignPlatform()
  platform.raise({ no: 1, serial: 'F-7', what: 'IoAlarm', sub: 'SOS' })
  const entry = JSON.parse(await readFile(CONFIG, 'utf8')) as { adapter: unknown; projectName: string }
  const report = await checkPlatform({
    platform: new URL(platform.url),
    account: platform.account,
    adapter: readAdapter(entry.adapter),
    adapterName: 'foreign',
    projectName: entry.projectName,
    write: false,
    strict: false,
    listenMs: 200,
    concurrency: 4,
    only: [],
    allow: [],
    readCode: async () => '',
    signal: new AbortController().signal,
    onStep: () => {},
  })
  const findingOf = (called: string) => report.subjects.find(({ name }) => name === called)
  const kindsOf = (name: string) => findingOf(name)?.differences.map(({ kind, field }) => `${kind} ${field}`)
  expect(kindsOf('session.login')).toEqual([])
  expect(findingOf('devices.tree')?.where).toBe('POST /v2/nodes')
  expect(kindsOf('devices.tree')?.toSorted()).toEqual([
    'extra data.list[].chnList[].lens',
    'extra data.list[].firmware',
    'extra data.list[].owner',
    'extra data.tookMs',
    'type data.list[].id',
    'type data.list[].name',
  ])
  expect(kindsOf('alarms.list')).toEqual([])
  expect(kindsOf('liveVideo.start')).toEqual(['extra data.codec'])
  expect(kindsOf('devices.channels')).toEqual(['lacking '])
  expect(kindsOf('channel.signIn')).toEqual([])
  expect(findingOf('liveVideo.stop')?.notTried).toContain('no such call')
  expect(findingOf('stream')?.facts).toEqual(expect.arrayContaining(['FLV over HTTP', 'H.264 640×360']))
  expect(report.clean).toBe(false)
})

it('finds every example of the documentation right', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/adapters.md'), 'utf8')
  const examples = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json]) => json ?? '')
  expect(examples.length).toBeGreaterThan(6)
  const calls = [...PLATFORM_CALLS, { name: '', path: CHANNEL_PATH }]
  for (const example of examples) {
    const read = ConsoleConfig.safeParse(JSON.parse(example))
    expect(read.error, example).toBeUndefined()
    expect(unknownNames(read.data!.adapter, calls), example).toEqual([])
  }
})

it('is understood by programs through the same adapter', async () => {
  await using platform = await startForeignPlatform()
  const adapter = readAdapter((JSON.parse(await readFile(CONFIG, 'utf8')) as { adapter: unknown }).adapter)
  const ask = async (call: Call, parts: CallParts) => {
    const { method, path, headers, body } = platformRequest(adapter, call as AnyCall, parts)
    const reply = await fetch(platform.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const text = await reply.text()
    const read = readReply(
      adapter,
      call as AnyCall,
      {
        status: reply.status,
        body: text.startsWith('{') ? JSON.parse(text) : undefined,
        header: (name) => reply.headers.get(name),
      },
      parts,
    )
    return { code: read?.code, data: read?.code === CODES.ok ? call.data.safeParse(read.data) : undefined }
  }
  const { loginName, password } = platform.account
  const body = (text: string) => ({
    loginName,
    password: passwordDigest(text, adapter.password),
    verifycode: '',
  })
  expect((await ask(login, { body: body('wrong') })).code).toBe(CODES.wrongCredentials)
  expect((await ask(getInfo, {})).code).toBe(CODES.sessionExpired)
  const signedIn = await ask(login, { body: body(password) })
  expect(signedIn.data).toMatchObject({
    success: true,
    data: { userInfo: { loginName, systemFunction: 81 } },
  })
  const { sessionId } = signedIn.data!.data as { sessionId: string }
  expect((await ask(getInfo, { sessionId })).data).toMatchObject({ success: true })
  // The tree has one node that nobody can read.
  const tree = await ask(deviceTree, { sessionId, query: { parentId: 1, childNode: 1 } })
  expect(tree.data?.error?.issues.map(({ path }) => path.slice(0, 2).join('.'))).toEqual(['list.2', 'list.2'])
})
