import { describe, expect, it } from 'vitest'
import { AREA_TEXTS } from './area-texts.ts'
import { asyncApi } from './asyncapi.ts'
import { type AnyCall, anyCall, CHANGES_TEXT } from './call.ts'
import { refusalsOf, statusesOf } from './call-replies.ts'
import { ALL_CALLS, PLATFORM_CALLS } from './calls.ts'
import { ClientFrame, ServerFrame } from './channel/frames.ts'
import { addFavourite } from './favourites/calls.ts'
import { openApi } from './openapi.ts'
import { BODIES, DATA, PARAMETERS, REPLY_HEADERS } from './openapi-examples.ts'
import { CONFLICTS, NOT_FOUND } from './refusing-calls.ts'
import { TalkClientFrame, TalkServerFrame } from './talk/frames.ts'

type Parameter = { in: string; name: string; required: boolean; example: unknown }
type Reply = {
  description: string
  $ref?: string
  content?: Record<string, { examples?: Record<string, { value: unknown }> }>
}
type Operation = {
  'x-changes'?: string
  tags: string[]
  description: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<number, Reply>
}
const DOCUMENT = openApi(ALL_CALLS, '1') as {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Reply> }
}
const operationOf = ({ path, method }: AnyCall) =>
  DOCUMENT.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!

const contentOf = ({ $ref, content }: Reply) =>
  ($ref ? DOCUMENT.components.responses[$ref.split('/').at(-1)!]!.content : content) ?? {}

describe('the OpenAPI description', () => {
  it('names no bound that is only what a number can hold', () => {
    const text = JSON.stringify(DOCUMENT)
    expect(text).toContain('"type":"integer"')
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  it('describes each parameter, reply and body of its own kind', () => {
    for (const [path, methods] of Object.entries(DOCUMENT.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
        const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
        expect(named, `${method} ${path}`).toEqual(inPath)
        expect(requestBody === undefined, `${method} ${path}`).toBe(method === 'get')
        expect(Object.keys(responses[200]?.content ?? {}).length, `${method} ${path}`).toBeGreaterThan(0)
      }
    }
  })

  it('says of every writing call of the platform what it changes', () => {
    for (const call of PLATFORM_CALLS) {
      const described = operationOf(call)
      expect(described['x-changes'], call.name).toBe(call.changes)
      expect(call.changes === undefined, call.name).toBe(!call.writes)
      if (call.changes) expect(described.description, call.name).toContain(CHANGES_TEXT[call.changes])
    }
  })

  it('describes the parts of each file that is answered in parts', () => {
    const withParts = ALL_CALLS.filter((call) => 206 in operationOf(call).responses)
    expect(withParts.map(({ name }) => name).sort()).toEqual([
      'alarms.picture',
      'controlLists.portrait',
      'recordings.picture',
      'uploads.read',
    ])
    for (const call of withParts) {
      const { responses } = operationOf(call)
      expect(Object.keys(responses[206]!.content!), call.name).toEqual(Object.keys(responses[200]!.content!))
      expect(416 in responses, call.name).toBe(true)
    }
  })

  it('has a text for every area, and none for areas that there are not', () => {
    const areas = new Set(ALL_CALLS.map(({ name }) => name.slice(0, name.indexOf('.'))))
    expect(DOCUMENT.tags.map(({ name }) => name).sort()).toEqual([...areas].sort())
    expect(Object.keys(AREA_TEXTS).sort()).toEqual([...areas].sort())
  })

  it('declares every status of every call, each refusal with an example', () => {
    for (const call of ALL_CALLS) {
      const { responses } = operationOf(call)
      expect(Object.keys(responses).map(Number), call.name).toEqual([...statusesOf(call)].sort())
      const examples = Object.values(responses).flatMap((reply) =>
        Object.values(contentOf(reply)['application/json']?.examples ?? {}).map(
          ({ value }) => value as { code: number },
        ),
      )
      const codes = examples.map(({ code }) => code).filter((code) => code !== 0)
      const wanted = refusalsOf(call).map(({ code }) => code)
      if (!call.raw?.reply) expect(codes.sort(), call.name).toEqual(wanted.sort())
    }
  })

  it('declares all refusals of a signed-in write', () => {
    const statuses = Object.keys(operationOf(anyCall(addFavourite)).responses)
    expect(statuses).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
      '507',
    ])
  })
})

describe('an example', () => {
  it.each(ALL_CALLS.map((call) => [call.name, call] as const))('of %s fits it', (_name, call) => {
    const { parameters, requestBody, responses } = operationOf(call)
    const inQuery = parameters.filter((one) => one.in === 'query')
    const pairs = (list: readonly Parameter[]) => list.map(({ name, example }) => [name, example] as const)
    const required = Object.fromEntries(pairs(inQuery.filter((one) => one.required)))
    expect(call.query.safeParse(required).error).toBeUndefined()
    for (const [name, example] of pairs(inQuery))
      expect(call.query.safeParse({ ...required, [name]: example }).error, name).toBeUndefined()
    const inPath = Object.fromEntries(pairs(parameters.filter((one) => one.in === 'path')))
    expect(call.params?.safeParse(inPath).error).toBeUndefined()
    const body = requestBody?.content['application/json']
    if (body) expect(call.body.safeParse(body.example).error).toBeUndefined()
    const reply = responses[200]!.content!['application/json']?.examples?.['success']
    if (!call.raw?.reply) {
      const { data } = reply!.value as { data: unknown }
      expect(call.data.safeParse(data).error).toBeUndefined()
    }
  })

  it('that is written by hand, and a refusal, is of a call that there is', () => {
    const names = new Set(ALL_CALLS.map(({ name }) => name))
    const written = [BODIES, DATA, PARAMETERS, REPLY_HEADERS].flatMap((each) => Object.keys(each))
    for (const name of [...written, ...NOT_FOUND, ...CONFLICTS]) expect(names).toContain(name)
  })
})

describe('the AsyncAPI description', () => {
  type Message = { examples: { name: string; payload: unknown }[] }
  const { channels } = asyncApi('1') as {
    channels: Record<string, { messages: Record<string, Message> }>
  }
  it.each([
    ['realtime', 'clientFrame', ClientFrame],
    ['realtime', 'serverFrame', ServerFrame],
    ['talk', 'talkClientFrame', TalkClientFrame],
    ['talk', 'talkServerFrame', TalkServerFrame],
  ] as const)('has an example of each frame of %s, %s, that fits it', (channel, name, schema) => {
    const { examples } = channels[channel]!.messages[name]!
    expect(examples).toHaveLength(schema.options.length)
    for (const example of examples) {
      expect(schema.safeParse(example.payload).error, example.name).toBeUndefined()
    }
  })
})
