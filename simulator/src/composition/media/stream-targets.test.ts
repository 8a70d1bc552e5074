import { expect, test } from 'vitest'
import { createStreamTargets } from './stream-targets.ts'

const NAMES: Record<string, string[]> = {
  localhost: ['127.0.0.1'],
  'media.city.example': ['198.41.0.4'],
  'inside.city.example': ['10.0.0.5'],
  'mixed.city.example': ['198.41.0.4', '10.0.0.5'],
  'stranger.example': ['192.5.5.241'],
  '0x7f.1': ['127.0.0.1'],
}
const targets = (allowed: string[]) =>
  createStreamTargets(allowed, {
    ownPorts: () => [1935, 8080],
    ownAddresses: () => ['192.168.1.2'],
    resolve: async (name) => {
      const found = NAMES[name]
      if (!found) throw new Error('ENOTFOUND')
      return found.map((address) => ({ address, family: 4 }))
    },
  })

test('an address is taken apart, and reached by the address that was judged', async () => {
  const { target, judge } = targets(['*.city.example'])
  const url = 'rtmp://media.city.example:19350/live/gate/cam1?key=a%20b'
  expect(await judge(url)).toBeUndefined()
  expect(await target(url)).toEqual({
    address: '198.41.0.4',
    port: 19350,
    app: 'live/gate',
    stream: 'cam1?key=a%20b',
    tcUrl: 'rtmp://media.city.example:19350/live/gate',
  })
  expect(await target('rtmp://media.city.example/live/x')).toMatchObject({ port: 1935 })
})

test.each([
  ['rtmp://127.0.0.1:19350/live/x', undefined],
  ['rtmp://localhost:19350/live/x', undefined],
  ['rtmp://[::1]:19350/live/x', undefined],
  ['rtmp://0x7f.1:19350/live/x', undefined],
  ['rtmp://127.0.0.1/live/x', 'ownPort'],
  ['rtmp://localhost:8080/live/x', 'ownPort'],
  ['rtmp://127.0.0.1:22/live/x', 'portNotAllowed'],
  ['rtmp://10.0.0.5/live/x', 'hostNotAllowed'],
  ['rtmp://169.254.169.254/live/x', 'hostNotAllowed'],
  ['rtmp://stranger.example/live/x', 'hostNotAllowed'],
  ['rtmp://nobody.example/live/x', 'hostNotAllowed'],
  ['rtmp://user:word@127.0.0.1:19350/live/x', 'form'],
  ['rtmp://127.0.0.1:19350/live', 'form'],
  ['rtmp://127.0.0.1:19350/live/', 'form'],
  ['http://127.0.0.1:19350/live/x', 'form'],
  ['rtmp://127.0.0.1:99999/live/x', 'form'],
  ['rtmps://127.0.0.1:19350/live/x', 'scheme'],
])('with loopback alone, %s: %s', async (url, fault) => {
  expect((await targets(['localhost']).judge(url))?.fault).toBe(fault)
})

test('a listed name that leads inside the network, even by one of its addresses, is refused', async () => {
  const { judge, target } = targets(['*.city.example'])
  for (const name of ['inside', 'mixed']) {
    const url = `rtmp://${name}.city.example/live/x`
    expect(await judge(url)).toEqual({ fault: 'hostNotAllowed', detail: `${name}.city.example` })
    expect(await target(url)).toBe('notAllowed')
  }
  // Unknown for the moment: kept, and tried later.
  expect(await judge('rtmp://later.city.example/live/x')).toBeUndefined()
  expect(await target('rtmp://later.city.example/live/x')).toBe('unreachable')
})

test('a server of another protocol is judged by the same list', async () => {
  const { server } = targets(['localhost', 'media.city.example'])
  expect(await server('LOCALHOST', 19_000)).toEqual({ address: '127.0.0.1', port: 19_000 })
  expect(await server('media.city.example', 1078)).toEqual({ address: '198.41.0.4', port: 1078 })
  for (const [host, port] of [
    ['127.0.0.1', 8080],
    ['127.0.0.1', 22],
    ['10.0.0.5', 1078],
    ['169.254.169.254', 1078],
    ['stranger.example', 1078],
    ['nobody.example', 1078],
    ['', 1078],
  ] as const)
    expect(await server(host, port)).toBeUndefined()
})
