import { expect, it } from 'vitest'
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

type Described = {
  parameters: { in: string; name: string }[]
  requestBody?: unknown
  responses: Record<number, { content: object }>
}
