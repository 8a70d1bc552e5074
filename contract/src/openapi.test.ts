import { expect, it } from 'vitest'
import { CHANGES_TEXT } from './call.ts'
import { ALL_CALLS, PLATFORM_CALLS } from './calls.ts'
import { openApi } from './openapi.ts'
import { EXAMPLES, REPLY_HEADERS } from './openapi-examples.ts'

it('has examples that fit their calls', () => {
  for (const [name, data] of Object.entries(EXAMPLES)) {
    const call = PLATFORM_CALLS.find((one) => one.name === name)
    expect(call?.data.safeParse(data), name).toMatchObject({ success: true })
  }
  for (const name of Object.keys(REPLY_HEADERS)) expect(PLATFORM_CALLS.map((one) => one.name)).toContain(name)
})

it('names no bound that is only what a number can hold', () => {
  const text = JSON.stringify(openApi(ALL_CALLS, '1'))
  expect(text).toContain('"type":"integer"')
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
})

it('describes each parameter, reply and body of its own kind', () => {
  const { paths } = openApi(ALL_CALLS, '1') as { paths: Record<string, Record<string, Described>> }
  for (const [path, methods] of Object.entries(paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
      const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      expect(named, `${method} ${path}`).toEqual(inPath)
      expect(requestBody === undefined, `${method} ${path}`).toBe(method === 'get')
      expect(Object.keys(responses[200]?.content ?? {}), `${method} ${path}`).toHaveLength(1)
    }
  }
})

it('says of every writing call of the platform what it changes', () => {
  const { paths } = openApi(PLATFORM_CALLS, '1') as { paths: Record<string, Record<string, Described>> }
  for (const { method, path, name, changes, writes } of PLATFORM_CALLS) {
    const described = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(described?.['x-changes'], name).toBe(changes)
    expect(changes === undefined, name).toBe(!writes)
    expect(described?.description ?? '', name).toBe(changes ? CHANGES_TEXT[changes] : '')
  }
})

type Described = {
  'x-changes'?: string
  description?: string
  parameters: { in: string; name: string }[]
  requestBody?: unknown
  responses: Record<number, { content: object }>
}
