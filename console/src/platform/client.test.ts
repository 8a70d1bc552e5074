import { changeReadState, listAlarms, processAlarms } from '@backlot/contract/alarms/calls'
import { startLiveVideo } from '@backlot/contract/live-video/calls'
import { ptzControl } from '@backlot/contract/ptz/calls'
import { queryRecordFile } from '@backlot/contract/recordings/calls'
import { getInfo } from '@backlot/contract/session/calls'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ChannelCaller, callOver, request, requestReply } from './client.ts'
import { loadConfig } from './config.ts'
import { onNotAuthorised } from './not-authorised.ts'
import { CLIENT_CODES, isCallMissing, PlatformReplyError } from './platform-reply-error.ts'
import { setSessionId } from './session-id.ts'

const answers: (() => Response | Promise<Response>)[] = []
const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(async () => {
  const next = answers.shift()
  if (!next) throw new Error('no answer left')
  return next()
})
const json =
  (body: object, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status })
const down = () => Promise.reject(new TypeError('network'))
const list = [{ sn: 'D1', alarmSeq: 's1' }]

beforeEach(() => {
  answers.length = 0
  fetched.mockClear()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', new URL('http://console.test/'))
  vi.stubGlobal('document', { documentElement: { lang: 'zh-CN' } })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets the pauses between attempts pass. */
async function settled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  await vi.runAllTimersAsync()
  return promise
}

it('tries reads three times in all, and a write with an idempotency key with the same key', async () => {
  answers.push(
    down,
    json({ code: 503, msg: 'busy' }, 503),
    json({ code: 0, msg: '', data: { list: [], total: 0 } }),
  )
  await expect(settled(request(listAlarms))).resolves.toEqual({ list: [], total: 0 })
  expect(fetched).toHaveBeenCalledTimes(3)

  fetched.mockClear()
  answers.push(down, json({ code: 0, msg: '', data: { autoNewCross: true } }))
  await expect(settled(request(processAlarms, { body: { list, type: 5 } }))).resolves.toEqual({
    autoNewCross: true,
  })
  const keys = fetched.mock.calls.map(
    ([, init]) => (init.headers as Record<string, string>)['Idempotency-Key'],
  )
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

it('an answer that breaks off in its body is asked for again; the page of a proxy says that the platform is away', async () => {
  const broken = () => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"code":0,"data":{"li'))
        stream.error(new TypeError('network error'))
      },
    })
    return new Response(body)
  }
  answers.push(broken, json({ code: 0, msg: '', data: { list: [], total: 0 } }))
  await expect(settled(request(listAlarms))).resolves.toEqual({ list: [], total: 0 })
  answers.push(broken, broken, broken)
  await expect(settled(request(listAlarms))).rejects.toMatchObject({ code: -1001 })
  const page = (status: number) => () => new Response('<html>502 Bad Gateway</html>', { status })
  answers.push(page(502), page(502), page(502))
  await expect(settled(request(listAlarms))).rejects.toMatchObject({ code: -1001, httpStatus: 502 })
  answers.push(page(200))
  await expect(settled(request(listAlarms))).rejects.toMatchObject({ code: -1002 })
})

it('does not repeat other writes, nor refusals', async () => {
  answers.push(down)
  await expect(settled(request(changeReadState, { body: { list } }))).rejects.toMatchObject({ code: -1001 })
  expect(fetched).toHaveBeenCalledTimes(1)
  answers.push(json({ code: 31001, msg: 'already' }))
  await expect(settled(request(processAlarms, { body: { list, type: 5 } }))).rejects.toMatchObject({
    code: 31001,
    msg: 'already',
    callName: 'alarms.process',
  })
  expect(fetched).toHaveBeenCalledTimes(2)
})

it('takes every refusal of authorisation to the one handler with its argument', async () => {
  const heard: [number, string][] = []
  onNotAuthorised((argument, msg) => heard.push([argument, msg]))
  answers.push(
    json({ code: 40003, msg: 'a' }, 403),
    json({ code: 40010, msg: 'b' }, 403),
    json({ code: 401, msg: 'c' }, 401),
    json({ code: 20011, msg: 'd' }, 401),
    () => new Response('<html>', { status: 403 }),
    json({ code: 400, msg: 'no matter of authorisation' }, 400),
  )
  for (let i = 0; i < 6; i += 1) await expect(settled(request(getInfo))).rejects.toThrow()
  expect(heard).toEqual([
    [0, 'a'],
    [0, 'b'],
    [0, 'c'],
    [1, 'd'],
    [0, ''],
  ])
})

it('speaks as config.json says the platform does, and asks for nothing that it lacks', async () => {
  const adapter = {
    session: { headers: { Authorization: 'Bearer {sessionId}' } },
    envelope: { code: 'errno', list: 'rows' },
    codes: { 9: 'sessionExpired' },
    paths: { '/alarm': '/v2/alarm' },
    lacks: ['session.*'],
  }
  const heard = vi.fn()
  onNotAuthorised(heard)
  answers.push(json({ adapter }))
  await loadConfig()
  setSessionId('s1')
  try {
    answers.push(json({ errno: 0, data: { rows: [], total: 0 } }), json({ errno: 9, msg: 'gone' }))
    await expect(settled(request(listAlarms))).resolves.toEqual({ list: [], total: 0 })
    const [address, init] = fetched.mock.calls.at(-1)!
    expect(address).toBe('http://console.test/v2/alarm/list')
    expect(init.headers).toMatchObject({ Authorization: 'Bearer s1' })
    await expect(settled(request(listAlarms))).rejects.toMatchObject({ code: 20011 })
    expect(heard).toHaveBeenCalledWith(1, 'gone')
    const calls = fetched.mock.calls.length
    await expect(settled(request(getInfo))).rejects.toSatisfy(isCallMissing)
    expect(fetched).toHaveBeenCalledTimes(calls)
  } finally {
    setSessionId('')
    answers.push(json({}))
    await loadConfig()
  }
})

/** A channel that takes the record query and PTZ, with the given answer. */
function door(answer: () => Promise<unknown>) {
  const asked: unknown[][] = []
  const taken = new Set(['recordings.query', 'ptz.control', 'liveVideo.start'])
  const answered = vi.fn()
  callOver({
    offers: (name) => taken.has(name),
    answered,
    request: ((call: { name: string }, body: unknown, language: unknown) => {
      asked.push([call.name, body, language])
      return answer()
    }) as ChannelCaller['request'],
  })
  return { asked, answered }
}
afterEach(() => callOver(undefined))
const span = { sn: 'D1', chnId: 1, startTime: 1, endTime: 2 }
const command = { sn: 'D1', chnId: 1, cmd: 1, speed: 30 }
const broken = new PlatformReplyError({
  code: CLIENT_CODES.channelDown,
  msg: '',
  httpStatus: 0,
  callName: 'x',
})

it('makes calls over the channel where the platform takes them there, and over HTTP where not', async () => {
  const { asked } = door(async () => ({ data: { list: [], total: 0 }, msg: 'Found' }))
  const reply = await requestReply(queryRecordFile, { body: span })
  expect(reply).toEqual({ data: { list: [], total: 0 }, msg: 'Found' })
  expect(asked).toEqual([['recordings.query', span, 'zh']])
  expect(fetched).not.toHaveBeenCalled()
  answers.push(json({ code: 0, data: { list: [], total: 0 } }))
  await request(listAlarms)
  expect(fetched).toHaveBeenCalledTimes(1)
})

it('the channel is told when the platform answers over HTTP, not when a proxy answers for it', async () => {
  const { answered } = door(() => Promise.reject(broken))
  const away = json({ code: 503, msg: 'The platform cannot be reached' }, 503)
  answers.push(away, away, away)
  await expect(settled(request(listAlarms))).rejects.toMatchObject({ code: 503 })
  expect(answered).not.toHaveBeenCalled()
  answers.push(json({ code: 31002, msg: 'No' }))
  await expect(request(listAlarms)).rejects.toMatchObject({ code: 31002 })
  expect(answered).toHaveBeenCalledTimes(1)
})

it('asks over HTTP what the channel broke off or found too long, but makes no command twice', async () => {
  door(() => Promise.reject(broken))
  answers.push(json({ code: 0, data: { list: [], total: 0 } }))
  await expect(request(queryRecordFile, { body: span })).resolves.toMatchObject({ total: 0 })
  await expect(request(ptzControl, { body: command })).rejects.toMatchObject({
    code: CLIENT_CODES.unreachable,
  })
  expect(fetched).toHaveBeenCalledTimes(1)
  const tooLong = new PlatformReplyError({ code: 413, msg: '', httpStatus: 200, callName: 'x' })
  door(() => Promise.reject(tooLong))
  answers.push(json({ code: 0, data: { list: [], total: 0 } }))
  await expect(request(queryRecordFile, { body: span })).resolves.toMatchObject({ total: 0 })
})

it('hands on the codes of a live start that failed, whichever way it was asked for', async () => {
  for (const code of [-1, -2, 1, 2, 3]) {
    const refused = new PlatformReplyError({ code, msg: 'why', httpStatus: 200, callName: 'liveVideo.start' })
    door(() => Promise.reject(refused))
    const body = { sn: 'D1', chnId: 1 }
    await expect(request(startLiveVideo, { body })).rejects.toMatchObject({ code, msg: 'why' })
    callOver(undefined)
    answers.push(json({ code, msg: 'why' }))
    await expect(request(startLiveVideo, { body })).rejects.toMatchObject({ code, msg: 'why' })
  }
})

it('ends with its reason when it is aborted, and tells when the sign-in is over', async () => {
  door(() => new Promise(() => {}))
  const abort = new AbortController()
  const asked = request(queryRecordFile, { body: span, signal: abort.signal })
  abort.abort(new Error('gone'))
  await expect(asked).rejects.toThrow('gone')
  const heard: unknown[] = []
  onNotAuthorised((argument) => heard.push(argument))
  const expired = new PlatformReplyError({ code: 20011, msg: '', httpStatus: 200, callName: 'x' })
  door(() => Promise.reject(expired))
  await expect(request(ptzControl, { body: command })).rejects.toMatchObject({ code: 20011 })
  expect(heard).toEqual([1])
})
