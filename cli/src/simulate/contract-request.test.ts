import { readFileSync } from 'node:fs'
import { platformRequest } from '@backlot/contract/adapters/call-request'
import { readAdapter, STANDARD_ADAPTER } from '@backlot/contract/adapters/platform-adapter'
import { anyCall } from '@backlot/contract/call'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { expect, it } from 'vitest'
import { RequestedCalls } from './contract-request.ts'

const FOREIGN = new URL('../../../tests/conformance/foreign-platform/config.json', import.meta.url)
const foreign = readAdapter((JSON.parse(readFileSync(FOREIGN, 'utf8')) as { adapter: unknown }).adapter)

it.each([
  ['the standard', STANDARD_ADAPTER],
  ['a foreign', foreign],
])('the request of every call is recognised in the form of %s platform', (_name, adapter) => {
  const requested = new RequestedCalls(adapter)
  for (const call of PLATFORM_CALLS) {
    const params = Object.fromEntries(
      Object.keys(call.params?.shape ?? {}).map((name) => [name, `1-${name}`]),
    )
    const { method, path } = platformRequest(adapter, anyCall(call), { params })
    const found = requested.find(method, path)
    expect(found?.call.name, `${method} ${path}`).toBe(call.name)
    expect(found?.path).toBe(call.path.replace(/:(\w+)/g, (_all, name: string) => String(params[name])))
  }
})

it('fields come back by the names of the contract, without those that an adapter adds', () => {
  const adapter = readAdapter({
    calls: { 'alarms.list': { send: { startTime: 'begin', endTime: 'range.end' }, also: { lang: 'x' } } },
  })
  const call = anyCall(PLATFORM_CALLS.find(({ name }) => name === 'alarms.list')!)
  const fields = new RequestedCalls(adapter).fieldsOf(call, {
    begin: '1',
    range: { end: '2' },
    lang: 'x',
    sn: 'A',
  })
  expect(fields).toMatchObject({ startTime: '1', endTime: '2', sn: 'A' })
  expect(fields).not.toHaveProperty('lang')
})

it.each([
  ['GET', '/nowhere'],
  ['POST', '/alarm/list'],
  ['GET', '/alarm/picture/1'],
])('%s %s is no call', (method, path) => {
  expect(new RequestedCalls(STANDARD_ADAPTER).find(method, path)).toBeUndefined()
})
